// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/effects/interval.hpp>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// The probabilities that the price of a stock moves down by a cell in a time step, stays, or moves
/// up, each discounted for that time.
struct apop_weights {
  double down;
  double same;
  double up;
};

/// A backward time step of the value of an American option, on some cells of a line of prices. The
/// value is that of keeping the option, or what it pays at once.
using apop_kernel = void(const double* pays,
                         const double* from,
                         double* to,
                         const apop_weights* weights,
                         effects::interval cells);

NUTHATCH_DECLARE_KERNEL(apop,
                        const double* pays,
                        const double* from,
                        double* to,
                        const apop_weights* weights,
                        effects::interval cells);

}  // namespace nuthatch::workloads
