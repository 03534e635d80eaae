// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/machine.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/places/worker_topology.hpp"
#include "openmp/environment/abstract_places.hpp"
#include "openmp/environment/env_settings.hpp"
#include "platform/first_value.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::openmp {

namespace {

using platform::topology;
using platform::topology_group;
using platform::topology_level;

std::vector<topology_group> groups_of(const place_list& places) {
  std::vector<topology_group> found;
  for (const platform::cpu_set& place : places) {
    found.push_back({.index = static_cast<unsigned>(found.size()), .bytes = 0, .cpus = place});
  }
  return found;
}

/// Whether any of these caches is shared between cores.
bool are_shared(const place_list& caches, const place_list& cores) {
  return std::ranges::any_of(caches, [&cores](const platform::cpu_set& cache) {
    return std::ranges::none_of(
        cores, [&cache](const platform::cpu_set& core) { return cache.is_subset_of(core); });
  });
}

}  // namespace

topology machine_of(const platform::cpu_set& allowed, const std::string& system) {
  const auto places = [&](place_kind kind) {
    return places_of(kind, allowed, system);
  };
  topology::groups_by_level groups;
  const auto fill = [&](topology_level level, const place_list& with) {
    groups[static_cast<std::size_t>(level)] = groups_of(with);
  };
  const place_list cores = places(place_kind::cores);
  const place_list caches = places(place_kind::ll_caches);
  fill(topology_level::core, cores);
  if (are_shared(caches, cores)) {
    fill(topology_level::l3, caches);
  }
  fill(topology_level::numa_node, places(place_kind::numa_domains));
  fill(topology_level::package, places(place_kind::sockets));
  return {"Linux", "", std::move(groups)};
}

bool are_on_several_chips(const std::vector<unsigned>& cpus, const topology& machine) {
  const topology_level chip = core::worker_topology::chip_level(machine);
  return std::ranges::any_of(cpus, [&](unsigned cpu) {
    return machine.group_of(chip, cpu) != machine.group_of(chip, cpus.front());
  });
}

std::unique_ptr<platform::worker_team> process_platform::make_team(
    const nuthatch::platform::team_options& options) {
  return std::make_unique<nuthatch::platform::native_team>(
      options,
      options.pin ? options.cpus : std::vector<unsigned>(),
      default_workers(),
      nuthatch::platform::awake_workers());
}

unsigned process_platform::default_workers() const {
  return static_cast<unsigned>(openmp::usable_cpus());
}

platform::cpu_set process_platform::usable_cpus() const {
  return cpus_at_start();
}

const topology& process_platform::machine() const {
  return nuthatch::platform::native().machine();
}

std::uint64_t process_platform::now_ns() const noexcept {
  return nuthatch::platform::native().now_ns();
}

std::uint64_t process_platform::random_seed() {
  return nuthatch::platform::native().random_seed();
}

process_platform& this_process() noexcept {
  static constinit nuthatch::platform::first_value<process_platform> here;
  return here.any_get([] { return std::make_unique<process_platform>(); });
}

}  // namespace nuthatch::openmp
