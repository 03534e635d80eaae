// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform::testing {

inline void put(topology::groups_by_level& groups,
                topology_level level,
                const std::vector<const char*>& lists) {
  unsigned index = 0;
  for (const char* const list : lists) {
    groups[static_cast<std::size_t>(level)].push_back(
        {.index = index++, .bytes = 0, .cpus = cpu_set::parse(list)});
  }
}

/// Two packages of two L3s of two cores of two threads, numbered as Linux does: sibling threads
/// have distant numbers.
inline topology two_packages() {
  topology::groups_by_level groups;
  put(groups, topology_level::core, {"0,8", "1,9", "2,10", "3,11", "4,12", "5,13", "6,14", "7,15"});
  put(groups, topology_level::l3, {"0-1,8-9", "2-3,10-11", "4-5,12-13", "6-7,14-15"});
  put(groups, topology_level::numa_node, {"0-3,8-11", "4-7,12-15"});
  put(groups, topology_level::package, {"0-3,8-11", "4-7,12-15"});
  return {"test", "", std::move(groups)};
}

}  // namespace nuthatch::platform::testing
