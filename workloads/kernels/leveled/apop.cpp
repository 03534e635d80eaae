// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/apop.hpp"

#include <cstddef>

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

void step(const double* __restrict__ pays,
          const double* __restrict__ from,
          double* __restrict__ to,
          apop_weights weights,
          interval cells) {
  for (std::ptrdiff_t i = cells.first; i < cells.last; ++i) {
    const double kept =
        weights.down * from[i - 1] + weights.same * from[i] + weights.up * from[i + 1];
    to[i] = kept > pays[i] ? kept : pays[i];
  }
}

}  // namespace

void apop(const double* pays,
          const double* from,
          double* to,
          const apop_weights* weights,
          interval cells) {
  step(pays, from, to, *weights, cells);
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
