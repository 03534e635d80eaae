// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "workloads/kernels/square_matrix.hpp"
#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

/// Products of square matrices with seven products of quarters instead of eight (Strassen 1969).
class strassen_product {
 public:
  /// Every level halves the matrices, so each size above the cut-off has to be even.
  static constexpr bool halves_evenly(std::size_t n, std::size_t cutoff) {
    while (n > cutoff) {
      if (n % 2 != 0) {
        return false;
      }
      n /= 2;
    }
    return true;
  }

  /// c = a b. Matrices larger than `cutoff` compute all products of quarters in parallel. Works for
  /// any policy that has a fork_join(policy, call...) in its namespace.
  template <class Policy>
  static void run(Policy policy,
                  const square_matrix& c,
                  const square_matrix& a,
                  const square_matrix& b,
                  std::size_t cutoff) {
    multiply(policy, c.block(), a.block(), b.block(), c.size(), cutoff);
  }

 private:
  static constexpr double ns_per_sum = 0.5;

  /// A quarter of a matrix, or the sum or difference of two quarters, as a factor of a product.
  struct factor {
    matrix_block first;
    matrix_block second;
    double sign;  ///< of the second; 0: there is none

    /// The factor as one block, computed into `storage` if it has two terms.
    [[nodiscard]] matrix_block value(const square_matrix& storage) const {
      if (sign == 0) {
        return first;
      }
      set_to_sum(storage.block(), first, second, sign, storage.size());
      return storage.block();
    }
  };

  static factor only(matrix_block block) { return {block, block, 0}; }

  static factor sum(matrix_block first, matrix_block second) { return {first, second, 1}; }

  static factor difference(matrix_block first, matrix_block second) { return {first, second, -1}; }

  /// product = left right. The storage of sums lives only as long as the task.
  template <class Policy>
  static void multiply_factors(Policy policy,
                               const square_matrix& product,
                               const factor& left,
                               const factor& right,
                               std::size_t cutoff) {
    const std::size_t n = product.size();
    const square_matrix left_storage(left.sign == 0 ? 0 : n);
    const square_matrix right_storage(right.sign == 0 ? 0 : n);
    multiply(
        policy, product.block(), left.value(left_storage), right.value(right_storage), n, cutoff);
  }

  template <class Policy>
  static void multiply(Policy policy,
                       matrix_block c,
                       matrix_block a,
                       matrix_block b,
                       std::size_t n,
                       std::size_t cutoff) {
    if (n <= cutoff) {
      state<Policy>(ns_per_product, n * n * n);
      clear(c, n);
      add_product(c, a, b, n, n, n);
      return;
    }
    constexpr double blocks_added = 18;  // in ten factors, and eight to combine the quarters
    const std::size_t h = n / 2;
    state<Policy>(ns_per_sum, blocks_added * static_cast<double>(h * h));
    const matrix_block a11 = a, a12 = a.at(0, h), a21 = a.at(h, 0), a22 = a.at(h, h);
    const matrix_block b11 = b, b12 = b.at(0, h), b21 = b.at(h, 0), b22 = b.at(h, h);
    const matrix_block c11 = c, c12 = c.at(0, h), c21 = c.at(h, 0), c22 = c.at(h, h);
    const square_matrix m1(h), m2(h), m3(h), m4(h), m5(h), m6(h), m7(h);
    const auto product = [=](const square_matrix& into, const factor& left, const factor& right) {
      return [=, &into] {
        multiply_factors(policy, into, left, right, cutoff);
      };
    };
    fork_join(policy,
              product(m1, sum(a11, a22), sum(b11, b22)),
              product(m2, sum(a21, a22), only(b11)),
              product(m3, only(a11), difference(b12, b22)),
              product(m4, only(a22), difference(b21, b11)),
              product(m5, sum(a11, a12), only(b22)),
              product(m6, difference(a21, a11), sum(b11, b12)),
              product(m7, difference(a12, a22), sum(b21, b22)));
    set_to_sum(c11, m1.block(), m4.block(), 1, h);
    add_multiple(c11, m5.block(), -1, h);
    add_multiple(c11, m7.block(), 1, h);
    set_to_sum(c12, m3.block(), m5.block(), 1, h);
    set_to_sum(c21, m2.block(), m4.block(), 1, h);
    set_to_sum(c22, m1.block(), m2.block(), -1, h);
    add_multiple(c22, m3.block(), 1, h);
    add_multiple(c22, m6.block(), 1, h);
  }
};

}  // namespace nuthatch::workloads
