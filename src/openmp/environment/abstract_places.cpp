// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/abstract_places.hpp"

#include <cstdlib>
#include <optional>
#include <utility>

#include "platform/first_line.hpp"

namespace nuthatch::openmp {

namespace {

using platform::cpu_set;
using platform::first_line;

/// The CPUs in a file of the kernel, or nothing if there is no such file.
std::optional<cpu_set> cpus_in(const std::string& path) {
  const std::optional<std::string> line = first_line(path);
  try {
    return line ? std::optional(cpu_set::parse(*line)) : std::nullopt;
  } catch (...) {  // not in the kernel's format
    return std::nullopt;
  }
}

std::string folder_of(unsigned cpu, const std::string& system) {
  return system + "/cpu/cpu" + std::to_string(cpu);
}

/// The CPUs that share the last-level data cache with `cpu`.
std::optional<cpu_set> ll_cache_of(unsigned cpu, const std::string& system) {
  int highest = 0;
  std::optional<cpu_set> found;
  for (unsigned i = 0;; ++i) {
    const std::string cache = folder_of(cpu, system) + "/cache/index" + std::to_string(i);
    const std::optional<std::string> level = first_line(cache + "/level");
    if (!level) {
      return found;
    }
    const int its_level = std::atoi(level->c_str());
    if (its_level > highest && first_line(cache + "/type") != "Instruction") {
      highest = its_level;
      found = cpus_in(cache + "/shared_cpu_list");
    }
  }
}

std::optional<cpu_set> numa_domain_of(unsigned cpu, const std::string& system) {
  const std::optional<cpu_set> nodes = cpus_in(system + "/node/online");
  if (!nodes) {
    return std::nullopt;
  }
  for (const unsigned node : nodes->members()) {
    const auto cpus = cpus_in(system + "/node/node" + std::to_string(node) + "/cpulist");
    if (cpus && cpus->contains(cpu)) {
      return cpus;
    }
  }
  return std::nullopt;
}

/// The CPUs of one place, including those that are not allowed.
std::optional<cpu_set> place_with(unsigned cpu, place_kind kind, const std::string& system) {
  switch (kind) {
    case place_kind::threads:
      break;
    case place_kind::cores:
      return cpus_in(folder_of(cpu, system) + "/topology/thread_siblings_list");
    case place_kind::ll_caches:
      return ll_cache_of(cpu, system);
    case place_kind::numa_domains:
      return numa_domain_of(cpu, system);
    case place_kind::sockets:
      return cpus_in(folder_of(cpu, system) + "/topology/core_siblings_list");
  }
  return std::nullopt;
}

}  // namespace

place_list places_of(place_kind kind, const cpu_set& allowed, const std::string& system) {
  const bool one_each = kind == place_kind::threads || kind == place_kind::cores;
  place_list places;
  cpu_set left = allowed;
  while (!left.empty()) {
    const unsigned cpu = left.first();
    cpu_set alone;
    alone.insert(cpu);
    const cpu_set rest = one_each ? alone : left;  // if nothing is known
    const cpu_set place = (place_with(cpu, kind, system).value_or(rest) | alone) & left;
    for (const unsigned each : place.members()) {
      left.erase(each);
    }
    places.push_back(place);
  }
  return places;
}

}  // namespace nuthatch::openmp
