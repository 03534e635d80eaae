// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A third of a time step of an electromagnetic field in two dimensions, on some cells: computes
/// one of its three arrays from the others. Rows begin `row` elements apart.
using fdtd_2d_kernel = void(double* ex,
                            double* ey,
                            double* hz,
                            std::ptrdiff_t row,
                            effects::interval rows,
                            effects::interval columns);

/// From the second row on.
NUTHATCH_DECLARE_KERNEL(fdtd_2d_ey,
                        double* ex,
                        double* ey,
                        double* hz,
                        std::ptrdiff_t row,
                        effects::interval rows,
                        effects::interval columns);
/// From the second column on.
NUTHATCH_DECLARE_KERNEL(fdtd_2d_ex,
                        double* ex,
                        double* ey,
                        double* hz,
                        std::ptrdiff_t row,
                        effects::interval rows,
                        effects::interval columns);
/// Without the last row and the last column.
NUTHATCH_DECLARE_KERNEL(fdtd_2d_hz,
                        double* ex,
                        double* ey,
                        double* hz,
                        std::ptrdiff_t row,
                        effects::interval rows,
                        effects::interval columns);

}  // namespace nuthatch::workloads
