// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A step of Jacobi's iteration on some cells of a grid of D dimensions: each becomes the mean of
/// itself and its neighbours along the axes. `strides` are the distances between cells in all
/// dimensions except for the last; `cells` is an interval of each dimension.
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
