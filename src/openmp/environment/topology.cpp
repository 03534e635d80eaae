// The machine as Linux's files tell it. The platform has a twin of these functions that asks hwloc,
// which the library does without.

#include "platform/topology.hpp"

#include <string>
#include <utility>

#include <nuthatch/errors.hpp>

#include "openmp/environment/machine_places.hpp"
#include "platform/affinity.hpp"

namespace nuthatch::platform {

namespace {

using openmp::place_kind;

std::vector<topology_group> groups_of(place_kind kind, const cpu_set& allowed) {
  std::vector<topology_group> found;
  for (const cpu_set& place : openmp::places_of(kind, allowed)) {
    found.push_back({.index = static_cast<unsigned>(found.size()), .bytes = 0, .cpus = place});
  }
  return found;
}

[[noreturn]] void refuse(const std::string& what) {
  throw option_error("cannot read the topology " + what + ": the OpenMP runtime has no hwloc");
}

}  // namespace

topology topology::this_machine() {
  const cpu_set allowed = get_affinity();
  groups_by_level groups;
  const auto fill = [&](topology_level level, place_kind kind) {
    groups[static_cast<std::size_t>(level)] = groups_of(kind, allowed);
  };
  fill(topology_level::core, place_kind::cores);
  fill(topology_level::l3, place_kind::last_caches);
  fill(topology_level::numa_node, place_kind::numa_domains);
  fill(topology_level::package, place_kind::sockets);
  return {"Linux", "", std::move(groups)};
}

topology topology::from_synthetic(const std::string& description) {
  refuse("'" + description + "'");
}

topology topology::from_xml(const std::string& path) {
  refuse("file '" + path + "'");
}

}  // namespace nuthatch::platform
