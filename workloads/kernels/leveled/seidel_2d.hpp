#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A sweep of Gauss and Seidel over some cells of a grid in two dimensions: each in turn becomes
/// the mean of itself and its eight neighbours, in place. Rows begin `row` elements apart.
using seidel_2d_kernel = void(double* grid,
                              std::ptrdiff_t row,
                              effects::interval rows,
                              effects::interval columns);

NUTHATCH_DECLARE_KERNEL(
    seidel_2d, double* grid, std::ptrdiff_t row, effects::interval rows, effects::interval columns);

}  // namespace nuthatch::workloads
