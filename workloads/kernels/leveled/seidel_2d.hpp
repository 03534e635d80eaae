// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A Gauss-Seidel sweep over some cells of a grid in two dimensions: each cell in turn becomes the
/// mean of itself and its eight neighbours, in place. Rows begin `row` elements apart.
using seidel_2d_kernel = void(double* grid,
                              std::ptrdiff_t row,
                              effects::interval rows,
                              effects::interval columns);

NUTHATCH_DECLARE_KERNEL(
    seidel_2d, double* grid, std::ptrdiff_t row, effects::interval rows, effects::interval columns);

/// The same for several groups of rows that are not adjacent: `count` rows from each of `firsts`
/// on. A cell depends on the one to its left, so one row takes as long as several at the same time.
using seidel_2d_together_kernel = void(double* grid,
                                       std::ptrdiff_t row,
                                       const std::ptrdiff_t* firsts,
                                       std::ptrdiff_t groups,
                                       std::ptrdiff_t count,
                                       effects::interval columns);

NUTHATCH_DECLARE_KERNEL(seidel_2d_together,
                        double* grid,
                        std::ptrdiff_t row,
                        const std::ptrdiff_t* firsts,
                        std::ptrdiff_t groups,
                        std::ptrdiff_t count,
                        effects::interval columns);

}  // namespace nuthatch::workloads
