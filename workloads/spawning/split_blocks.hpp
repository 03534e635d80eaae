// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/grid_part.hpp"

namespace nuthatch::workloads {

/// Calls body(part) for the blocks of a grid. The grid is halved between two blocks until one is
/// left: across the rows first, then across the columns.
///
/// Works for any policy that has a fork_join(policy, call, call) in its namespace.
template <class Policy, class Body>
void split_blocks(Policy policy, const grid_part& whole, block_size block, const Body& body) {
  if (whole.fits(block)) {
    body(whole);
    return;
  }
  const auto [one, other] = whole.halves(block);
  fork_join(
      policy,
      [policy, part = one, block, &body] { split_blocks(policy, part, block, body); },
      [policy, part = other, block, &body] { split_blocks(policy, part, block, body); });
}

}  // namespace nuthatch::workloads
