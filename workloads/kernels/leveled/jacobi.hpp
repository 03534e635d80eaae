// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A step of Jacobi's iteration on some cells of a grid of D dimensions: each becomes the mean of
/// itself and its neighbours along the axes. `strides` are from cell to cell in all dimensions but
/// the last, `cells` an interval of each dimension.
using jacobi_kernel = void(const double* from,
                           double* to,
                           const std::ptrdiff_t* strides,
                           const effects::interval* cells);

NUTHATCH_DECLARE_KERNEL(jacobi_1d,
                        const double* from,
                        double* to,
                        const std::ptrdiff_t* strides,
                        const effects::interval* cells);
NUTHATCH_DECLARE_KERNEL(jacobi_2d,
                        const double* from,
                        double* to,
                        const std::ptrdiff_t* strides,
                        const effects::interval* cells);
NUTHATCH_DECLARE_KERNEL(jacobi_3d,
                        const double* from,
                        double* to,
                        const std::ptrdiff_t* strides,
                        const effects::interval* cells);

}  // namespace nuthatch::workloads
