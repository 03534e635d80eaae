// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/block_stencil.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

[[gnu::always_inline]] inline double diffused(
    double here, double west, double east, double north, double south) {
  constexpr double share = 0.2;
  return here + share * (((west + east) + (north + south)) - 4 * here);
}

/// All cells of a row except for the first and the last.
void middle_of_row(const double* __restrict__ north,
                   const double* __restrict__ here,
                   const double* __restrict__ south,
                   double* __restrict__ to,
                   std::ptrdiff_t side) {
  for (std::ptrdiff_t i = 1; i < side - 1; ++i) {
    to[i] = diffused(here[i], here[i - 1], here[i + 1], north[i], south[i]);
  }
}

}  // namespace

void diffuse_block(const double* from, double* to, const double* halo, std::ptrdiff_t side) {
  const double* const west = halo;
  const double* const east = west + side;
  const double* north = east + side;
  const double* const south_of_all = north + side;
  const std::ptrdiff_t last = side - 1;
  for (std::ptrdiff_t row = 0; row < side; ++row) {
    const double* const south = row == last ? south_of_all : from + side;
    to[0] = diffused(from[0], west[row], from[1], north[0], south[0]);
    middle_of_row(north, from, south, to, side);
    to[last] = diffused(from[last], from[last - 1], east[row], north[last], south[last]);
    north = from;
    from += side;
    to += side;
  }
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
