// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A row's products are summed in this many parts, each over the columns that are equal modulo this
/// number. The parts fill a few vector registers. So the additions to each sum have one order,
/// whatever the blocks of columns.
inline constexpr std::ptrdiff_t row_sums = 8;

/// Adds products of a matrix and a vector, for some rows and columns, to sums. Rows are `pitch`
/// elements apart, and `cells` are two intervals.
using matrix_kernel = void(const double* matrix,
                           std::ptrdiff_t pitch,
                           const effects::interval* cells,
                           const double* by,
                           double* sums);

/// Adds a row's products with `by`, which has an element for each column, to row_sums sums of the
/// row.
NUTHATCH_DECLARE_KERNEL(products_of_rows,
                        const double* matrix,
                        std::ptrdiff_t pitch,
                        const effects::interval* cells,
                        const double* by,
                        double* sums);

/// Adds a column's products with `by`, which has an element for each row, to the sum of the column,
/// row after row.
NUTHATCH_DECLARE_KERNEL(products_of_columns,
                        const double* matrix,
                        std::ptrdiff_t pitch,
                        const effects::interval* cells,
                        const double* by,
                        double* sums);

}  // namespace nuthatch::workloads
