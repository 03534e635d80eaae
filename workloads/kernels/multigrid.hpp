// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "workloads/kernels/multigrid_steps.hpp"
#include "workloads/kernels/periodic_grid.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/charged_work.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/loop_phase.hpp"

namespace nuthatch::workloads {

/// Solves a discrete Poisson problem by V-cycles: down to a grid of two points along an edge, and
/// up again. Each step is a loop over the planes of one grid, with several planes per task, and
/// completes before the next one starts.
class multigrid {
 public:
  /// At least one plane per task. `right` is the right side and has to outlive this object.
  multigrid(const periodic_grid& right, std::size_t planes) : multigrid(right, planes, untouched) {
    start();
  }

  multigrid(const periodic_grid& right, std::size_t planes, untouched_tag tag)
      : right_(&right),
        planes_(planes),
        squares_(right.size()) {
    for (std::size_t size = 2; size <= right.size(); size *= 2) {
      solutions_.emplace_back(size, tag);
      residuals_.emplace_back(size, tag);
    }
  }

  /// Returns to a solution of zero.
  void start() { start(in_order); }

  template <class Policy>
  void start(Policy policy) {
    for (std::vector<periodic_grid>* const grids : {&solutions_, &residuals_}) {
      for (periodic_grid& grid : *grids) {
        for_planes(policy, grid, [&grid](std::size_t first, std::size_t last) {
          grid.clear_planes(first, last);
        });
      }
    }
    norm_ = 0;
  }

  /// Calls body(first, last) for the planes of the finest grid, as the loops of run() do.
  template <class Policy, class Body>
  void for_finest_planes(Policy policy, const Body& body) {
    for_planes(policy, *right_, body);
  }

  /// The loops over a grid are a phase, numbered from the finest grid on. The residuals lead them;
  /// the coarsest grid has none, so its smoothing leads.
  template <class Policy>
  void run(Policy policy, std::size_t cycles) {
    const std::size_t finest = solutions_.size() - 1;
    find_residual(policy, finest);
    for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
      descend(policy);
      ascend(policy);
      find_residual(policy, finest);
    }
    find_norm(policy);
  }

  /// The number of grids.
  [[nodiscard]] std::size_t grids() const noexcept { return solutions_.size(); }

  /// The solution of the last run.
  [[nodiscard]] const periodic_grid& solution() const noexcept { return solutions_.back(); }

  /// The root mean square of its residual.
  [[nodiscard]] double norm() const noexcept { return norm_; }

 private:
  // Times of the serial program, per point of the grid that a step changes.
  static constexpr double ns_per_residual = 3;
  static constexpr double ns_per_smoothing = 3;
  static constexpr double ns_per_coarse_point = 5;
  static constexpr double ns_per_interpolation = 1;
  static constexpr double ns_per_square = 1;

  // The index of a grid is the number of coarser ones.

  /// Restricts the residual to coarser and coarser grids.
  template <class Policy>
  void descend(Policy policy) {
    for (std::size_t grid = residuals_.size() - 1; grid > 0; --grid) {
      periodic_grid& coarse = residuals_[grid - 1];
      each(policy, coarse, ns_per_coarse_point, [&](std::size_t first, std::size_t last) {
        coarsen(coarse, residuals_[grid], first, last);
      });
    }
  }

  /// Computes corrections for finer and finer grids.
  template <class Policy>
  void ascend(Policy policy) {
    solutions_[0].clear_planes(0, solutions_[0].size());
    improve(leading(policy), 0);
    const std::size_t finest = solutions_.size() - 1;
    for (std::size_t grid = 1; grid <= finest; ++grid) {
      periodic_grid& fine = solutions_[grid];
      each(policy, fine, ns_per_interpolation, [&](std::size_t first, std::size_t last) {
        if (grid != finest) {
          fine.clear_planes(first, last);
        }
        interpolate(fine, solutions_[grid - 1], first, last);
      });
      find_residual(policy, grid);
      improve(policy, grid);
    }
  }

  template <class Policy>
  void find_residual(Policy policy, std::size_t grid) {
    periodic_grid& residual = residuals_[grid];
    const periodic_grid& right = grid + 1 == residuals_.size() ? *right_ : residual;
    each(leading(policy), residual, ns_per_residual, [&](std::size_t first, std::size_t last) {
      compute_residual(residual, right, solutions_[grid], first, last);
    });
  }

  template <class Policy>
  void improve(Policy policy, std::size_t grid) {
    each(policy, solutions_[grid], ns_per_smoothing, [&](std::size_t first, std::size_t last) {
      smooth(solutions_[grid], residuals_[grid], first, last);
    });
  }

  template <class Policy>
  void find_norm(Policy policy) {
    const periodic_grid& residual = residuals_.back();
    each(policy, residual, ns_per_square, [&](std::size_t first, std::size_t last) {
      for (std::size_t plane = first; plane < last; ++plane) {
        squares_[plane] = sum_of_squares(residual, plane);
      }
    });
    double sum = 0;
    for (const double square : squares_) {
      sum += square;
    }
    norm_ = std::sqrt(sum / std::pow(static_cast<double>(residual.size()), 3));
  }

  template <class Policy, class Step>
  void each(Policy policy, const periodic_grid& grid, double ns_per_point, const Step& step) {
    const std::size_t points = grid.size() * grid.size();
    const auto coarser = static_cast<std::size_t>(std::countr_zero(right_->size() / grid.size()));
    const Policy here = in_phase(policy, coarser);
    for_planes(here, grid, [&step, points, ns_per_point](std::size_t first, std::size_t last) {
      state<Policy>(ns_per_point, (last - first) * points);
      step(first, last);
    });
  }

  template <class Policy, class Step>
  void for_planes(Policy policy, const periodic_grid& grid, const Step& step) {
    const std::size_t size = grid.size();
    spawn_each(policy, (size + planes_ - 1) / planes_, [this, &step, size](std::size_t i) {
      const std::size_t first = i * planes_;
      step(first, std::min(first + planes_, size));
    });
  }

  const periodic_grid* right_;
  std::size_t planes_;
  std::vector<periodic_grid> solutions_;  // the finest last
  std::vector<periodic_grid> residuals_;
  std::vector<double> squares_;  // one sum per plane
  double norm_ = 0;
};

}  // namespace nuthatch::workloads
