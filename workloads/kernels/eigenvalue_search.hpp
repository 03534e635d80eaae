// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "workloads/kernels/sparse_matrix.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/charged_work.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/loop_phase.hpp"

namespace nuthatch::workloads {

/// The inverse power method for a symmetric matrix. Each step solves a system by conjugate
/// gradients. Every loop over the rows is cut into the same blocks, each a task. Sums are those of
/// the blocks, added up in order, so that they do not depend on which worker computed which block.
/// The product of matrix and direction, where most of the work is, leads the loops.
///
/// Works for any policy that has a spawn_each(policy, count, body) in its namespace.
class eigenvalue_search {
 public:
  /// The matrix has to outlive this object; `shift` is subtracted from its diagonal. At least one
  /// block.
  eigenvalue_search(const sparse_matrix& shifted, double shift, std::size_t blocks)
      : eigenvalue_search(shifted, shift, blocks, untouched) {
    start();
  }

  eigenvalue_search(const sparse_matrix& shifted,
                    double shift,
                    std::size_t blocks,
                    untouched_tag /*tag*/)
      : matrix_(&shifted),
        shift_(shift),
        sums_(blocks),
        x_(shifted.rows()),
        z_(shifted.rows()),
        r_(shifted.rows()),
        p_(shifted.rows()),
        q_(shifted.rows()) {}

  void start() { start(in_order); }

  template <class Policy>
  void start(Policy policy) {
    each(policy, [this](const block& rows) {
      for (std::size_t i = rows.first; i < rows.last; ++i) {
        x_[i] = 1;
        z_[i] = r_[i] = p_[i] = q_[i] = 0;
      }
    });
    zeta_ = 0;
    residual_ = 0;
  }

  /// Calls body(first, last) for the blocks of rows, as the loops of run() do.
  template <class Policy, class Body>
  void for_each_block(Policy policy, const Body& body) {
    each(policy, [&body](const block& rows) { body(rows.first, rows.last); });
  }

  template <class Policy>
  void run(Policy policy, std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
      solve(policy);
      const double xz = sum(policy, [this](const block& rows) { return dot(x_, z_, rows); });
      const double zz = sum(policy, [this](const block& rows) { return dot(z_, z_, rows); });
      zeta_ = shift_ + 1 / xz;
      each(policy, [this, zz](const block& rows) { scale(1 / std::sqrt(zz), rows); });
    }
  }

  /// The result: approximately the eigenvalue nearest to the shift.
  [[nodiscard]] double zeta() const noexcept { return zeta_; }

  [[nodiscard]] const untouched_vector<double>& eigenvector() const noexcept { return x_; }

  /// The residual of the last system that was solved.
  [[nodiscard]] double residual() const noexcept { return residual_; }

 private:
  // For the serial program.
  static constexpr double ns_per_product = 0.6;
  static constexpr double ns_per_row = 2;

  struct block {
    std::size_t index;
    std::size_t first;
    std::size_t last;
  };

  /// Solves matrix z = x.
  template <class Policy>
  void solve(Policy policy) {
    constexpr int iterations = 25;
    double rho = sum(policy, [this](const block& rows) { return start_solution(rows); });
    for (int iteration = 0; iteration < iterations; ++iteration) {
      const double pq = sum(leading(policy), [this](const block& rows) {
        multiply<Policy>(p_, q_, rows);
        return dot(p_, q_, rows);
      });
      const double alpha = rho / pq;
      const double before = rho;
      rho = sum(policy, [this, alpha](const block& rows) { return advance(alpha, rows); });
      each(policy, [this, beta = rho / before](const block& rows) { turn(beta, rows); });
    }
    residual_ = std::sqrt(sum(policy, [this](const block& rows) {
      multiply<Policy>(z_, r_, rows);
      return square_of_difference(rows);
    }));
  }

  double start_solution(const block& rows) noexcept {
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      z_[i] = 0;
      r_[i] = x_[i];
      p_[i] = x_[i];
    }
    return dot(r_, r_, rows);
  }

  double advance(double alpha, const block& rows) noexcept {
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      z_[i] += alpha * p_[i];
      r_[i] -= alpha * q_[i];
    }
    return dot(r_, r_, rows);
  }

  void turn(double beta, const block& rows) noexcept {
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      p_[i] = r_[i] + beta * p_[i];
    }
  }

  void scale(double factor, const block& rows) noexcept {
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      x_[i] = factor * z_[i];
    }
  }

  [[nodiscard]] double square_of_difference(const block& rows) const noexcept {
    double sum = 0;
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      sum += (x_[i] - r_[i]) * (x_[i] - r_[i]);
    }
    return sum;
  }

  static double dot(const untouched_vector<double>& a,
                    const untouched_vector<double>& b,
                    const block& rows) noexcept {
    double sum = 0;
    for (std::size_t i = rows.first; i < rows.last; ++i) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  template <class Policy>
  void multiply(const untouched_vector<double>& vector,
                untouched_vector<double>& product,
                const block& rows) noexcept {
    state<Policy>(ns_per_product, matrix_->elements(rows.first, rows.last));
    matrix_->multiply_rows(rows.first, rows.last, vector, product);
  }

  template <class Policy, class Step>
  void each(Policy policy, const Step& step) {
    spawn_each(policy, sums_.size(), [this, &step](std::size_t i) {
      const block rows{i, x_.size() * i / sums_.size(), x_.size() * (i + 1) / sums_.size()};
      state<Policy>(ns_per_row, rows.last - rows.first);
      step(rows);
    });
  }

  template <class Policy, class Step>
  double sum(Policy policy, const Step& step) {
    each(policy, [this, &step](const block& rows) { sums_[rows.index] = step(rows); });
    double total = 0;
    for (const double part : sums_) {
      total += part;
    }
    return total;
  }

  const sparse_matrix* matrix_;
  double shift_;
  double zeta_ = 0;
  double residual_ = 0;
  std::vector<double> sums_;  // one for each block

  // Named as in the specification: eigenvector, solution, residual, direction, and the matrix times
  // the direction.
  untouched_vector<double> x_;
  untouched_vector<double> z_;
  untouched_vector<double> r_;
  untouched_vector<double> p_;
  untouched_vector<double> q_;
};

}  // namespace nuthatch::workloads
