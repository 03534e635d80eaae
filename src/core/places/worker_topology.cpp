// SPDX-License-Identifier: Apache-2.0
#include "core/places/worker_topology.hpp"

namespace nuthatch::core {

using platform::topology_level;

worker_topology::worker_topology(platform::platform& on, const platform::worker_team& workers)
    : machine_(&on.machine()) {
  const std::vector<unsigned> unbound = platform::pin_order(*machine_, on.usable_cpus());
  const topology_level chip = chip_level(*machine_);
  for (unsigned i = 0; i < workers.size(); ++i) {
    const unsigned cpu = workers.cpu(i).value_or(unbound[i % unbound.size()]);
    cpus_.push_back(cpu);
    // A CPU that is in no group shares a group with all others like it.
    chips_.push_back(machine_->group_of(chip, cpu).value_or(machine_->groups(chip).size()));
  }
}

topology_level worker_topology::chip_level(const platform::topology& of) noexcept {
  if (!of.groups(topology_level::l3).empty()) {
    return topology_level::l3;
  }
  // A machine without memory nodes counts as one node.
  return of.groups(topology_level::numa_node).size() < of.groups(topology_level::package).size()
             ? topology_level::package
             : topology_level::numa_node;
}

}  // namespace nuthatch::core
