// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::workloads {

// Of which phase a loop of spawns is, said by the policy that is passed to spawn_each(). Policies
// that carry no phases stay as they are; those that do, see phased.hpp, find functions of their
// own.

/// The loop is of this phase; else of 0.
template <class Policy>
Policy in_phase(Policy policy, std::size_t /*which*/) {
  return policy;
}

/// It is the one that the schedule of its phase is made of. The others follow it.
template <class Policy>
Policy leading(Policy policy) {
  return policy;
}

}  // namespace nuthatch::workloads
