// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/with_policy.hpp"
#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

/// Calls body(part) for the leaves of an area, cut as recursive_sweep does it, by fork and join.
template <class Policy, std::size_t D, class Body>
void fork_leaves(Policy policy, const area<D>& cells, const extents<D>& leaf, const Body& body) {
  const auto parts = halves(cells, leaf);
  if (!parts || !spawns_may_migrate()) {
    body(cells);
    return;
  }
  fork_join(
      policy,
      [&, policy] { fork_leaves(policy, parts->first, leaf, body); },
      [&, policy] { fork_leaves(policy, parts->second, leaf, body); });
}

}  // namespace nuthatch::workloads
