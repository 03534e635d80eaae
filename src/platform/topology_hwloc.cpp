// SPDX-License-Identifier: Apache-2.0

// Creates topologies with hwloc; topology_flat.cpp is the counterpart in a build without it.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <hwloc.h>

#include <nuthatch/errors.hpp>

#include "base/os_error.hpp"
#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

namespace {

struct deleter {
  void operator()(hwloc_topology_t handle) const noexcept { hwloc_topology_destroy(handle); }
};

using handle = std::unique_ptr<hwloc_topology, deleter>;

handle make() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) {
    throw base::os_error(errno, "prepare the reading of the topology");
  }
  return handle(raw);
}

cpu_set to_cpu_set(hwloc_const_bitmap_t bitmap) {
  cpu_set set;
  if (bitmap != nullptr) {
    for (int cpu = hwloc_bitmap_first(bitmap); cpu >= 0; cpu = hwloc_bitmap_next(bitmap, cpu)) {
      set.insert(static_cast<unsigned>(cpu));
    }
  }
  return set;
}

std::uint64_t size_of(hwloc_obj_t object) {
  if (object->type == HWLOC_OBJ_NUMANODE) {
    return object->attr->numanode.local_memory;
  }
  return hwloc_obj_type_is_cache(object->type) != 0 ? object->attr->cache.size : 0;
}

std::vector<topology_group> read_level(hwloc_topology_t machine, hwloc_obj_type_t type) {
  std::vector<topology_group> groups;
  for (hwloc_obj_t object = hwloc_get_next_obj_by_type(machine, type, nullptr); object != nullptr;
       object = hwloc_get_next_obj_by_type(machine, type, object)) {
    const bool numbered = object->os_index != HWLOC_UNKNOWN_INDEX;
    groups.push_back({.index = numbered ? object->os_index : object->logical_index,
                      .bytes = size_of(object),
                      .cpus = to_cpu_set(object->cpuset)});
  }
  return groups;
}

/// Descriptions and some virtual machines have no cores: every processing unit then counts as one.
std::vector<topology_group> read_cores(hwloc_topology_t machine) {
  auto cores = read_level(machine, HWLOC_OBJ_CORE);
  cpu_set known;
  for (const topology_group& core : cores) {
    known = known | core.cpus;
  }
  for (topology_group& unit : read_level(machine, HWLOC_OBJ_PU)) {
    if (!unit.cpus.is_subset_of(known)) {
      cores.push_back(std::move(unit));
    }
  }
  return cores;
}

std::string model_of(hwloc_topology_t machine) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(machine, HWLOC_OBJ_PACKAGE, 0);
  for (const hwloc_obj_t object : {package, hwloc_get_root_obj(machine)}) {
    const char* const name =
        object == nullptr ? nullptr : hwloc_obj_get_info_by_name(object, "CPUModel");
    if (name != nullptr) {
      return name;
    }
  }
  return {};
}

topology convert(hwloc_topology_t machine, std::string source) {
  topology::groups_by_level groups;
  const auto put = [&](topology_level level, std::vector<topology_group> read) {
    groups[static_cast<std::size_t>(level)] = std::move(read);
  };
  put(topology_level::core, read_cores(machine));
  put(topology_level::l1, read_level(machine, HWLOC_OBJ_L1CACHE));
  put(topology_level::l2, read_level(machine, HWLOC_OBJ_L2CACHE));
  put(topology_level::l3, read_level(machine, HWLOC_OBJ_L3CACHE));
  put(topology_level::numa_node, read_level(machine, HWLOC_OBJ_NUMANODE));
  put(topology_level::package, read_level(machine, HWLOC_OBJ_PACKAGE));
  return {std::move(source), model_of(machine), std::move(groups)};
}

}  // namespace

topology topology::this_machine() {
  const handle machine = make();
  if (hwloc_topology_load(machine.get()) != 0) {
    throw base::os_error(errno, "read the topology of this machine through hwloc");
  }
  return convert(machine.get(), "hwloc");
}

topology topology::from_synthetic(const std::string& description) {
  const handle machine = make();
  if (hwloc_topology_set_synthetic(machine.get(), description.c_str()) != 0 ||
      hwloc_topology_load(machine.get()) != 0) {
    throw option_error("'" + description +
                       "' is no machine in hwloc's synthetic notation; right is for instance "
                       "'pack:2 l3:2 core:4 pu:2'");
  }
  return convert(machine.get(), "'" + description + "'");
}

topology topology::from_xml(const std::string& path) {
  const handle machine = make();
  if (hwloc_topology_set_xml(machine.get(), path.c_str()) != 0 ||
      hwloc_topology_load(machine.get()) != 0) {
    throw option_error("'" + path +
                       "' cannot be read, or is not a topology in hwloc's XML format "
                       "(as lstopo --of xml writes it)");
  }
  return convert(machine.get(), path);
}

}  // namespace nuthatch::platform
