// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// A step of diffusion on a square block of `side` by `side` cells, from one array to another.
/// `halo` has the neighbours of the block: a value for each cell of its west, east, north and south
/// side.
using block_stencil_kernel = void(const double* from,
                                  double* to,
                                  const double* halo,
                                  std::ptrdiff_t side);

NUTHATCH_DECLARE_KERNEL(
    diffuse_block, const double* from, double* to, const double* halo, std::ptrdiff_t side);

}  // namespace nuthatch::workloads
