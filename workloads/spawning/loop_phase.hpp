// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::workloads {

// The phase of a loop of spawns is attached to the policy that is passed to spawn_each(). Policies
// that carry no phases remain unchanged; for those that do, see phased.hpp, overloads exist.

/// Marks the loop as one of this phase. Without the mark it is of phase 0.
template <class Policy>
Policy in_phase(Policy policy, std::size_t /*which*/) {
  return policy;
}

/// Marks the loop that determines the schedule of its phase. The others follow it.
template <class Policy>
Policy leading(Policy policy) {
  return policy;
}

}  // namespace nuthatch::workloads
