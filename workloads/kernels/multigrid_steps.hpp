// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {

// The steps of the benchmark MG among the NAS Parallel Benchmarks (Bailey et al., RNR-94-007), each
// for the planes from `first` up to, excluding, `last` of the grid that it changes. Each step
// closes these rows. Different planes may be computed concurrently. A coarse grid has half the size
// of the fine one.

inline constexpr std::size_t largest_grid = 256;  // class A

/// residual = right - A solution. The residual may be the right side itself.
void compute_residual(periodic_grid& residual,
                      const periodic_grid& right,
                      const periodic_grid& solution,
                      std::size_t first,
                      std::size_t last) noexcept;

/// solution += S residual, where S approximates the inverse of A for short waves.
void smooth(periodic_grid& solution,
            const periodic_grid& residual,
            std::size_t first,
            std::size_t last) noexcept;

/// coarse = weighted sums of the fine grid around its odd points.
void coarsen(periodic_grid& coarse,
             const periodic_grid& fine,
             std::size_t first,
             std::size_t last) noexcept;

/// fine += coarse, linearly interpolated between the odd points.
void interpolate(periodic_grid& fine,
                 const periodic_grid& coarse,
                 std::size_t first,
                 std::size_t last) noexcept;

/// The sum of the squares over the points of a plane.
double sum_of_squares(const periodic_grid& grid, std::size_t plane) noexcept;

}  // namespace nuthatch::workloads
