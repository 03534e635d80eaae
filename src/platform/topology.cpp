// SPDX-License-Identifier: Apache-2.0
#include "platform/topology.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "platform/affinity.hpp"

namespace nuthatch::platform {

namespace {

constexpr std::uint32_t no_group = std::numeric_limits<std::uint32_t>::max();

constexpr std::size_t at(topology_level level) {
  return static_cast<std::size_t>(level);
}

constexpr std::array inside_out = {topology_level::core,
                                   topology_level::l1,
                                   topology_level::l2,
                                   topology_level::l3,
                                   topology_level::numa_node,
                                   topology_level::package};
static_assert(inside_out.size() == topology_levels);

std::vector<std::uint32_t> index_by_cpu(const std::vector<topology_group>& groups,
                                        const cpu_set& cpus) {
  std::vector<std::uint32_t> by_cpu(cpus.empty() ? 0 : cpus.members().back() + 1, no_group);
  for (std::size_t i = groups.size();
       i-- > 0;) {  // backwards, so that the first group takes precedence
    for (const unsigned cpu : groups[i].cpus.members()) {
      by_cpu[cpu] = static_cast<std::uint32_t>(i);
    }
  }
  return by_cpu;
}

}  // namespace

const char* to_string(topology_level level) noexcept {
  static constexpr std::array names = {"core", "L1", "L2", "L3", "NUMA node", "package"};
  static_assert(names.size() == topology_levels);
  return names[at(level)];
}

topology topology::flat(const cpu_set& cpus) {
  groups_by_level groups;
  unsigned count = 0;
  for (const unsigned cpu : cpus.members()) {
    topology_group core{.index = count++, .bytes = 0, .cpus = {}};
    core.cpus.insert(cpu);
    groups[at(topology_level::core)].push_back(core);
  }
  groups[at(topology_level::package)].push_back({.index = 0, .bytes = 0, .cpus = cpus});
  return {"list of cpus only", "", std::move(groups)};
}

topology::topology(std::string source, std::string model, groups_by_level groups)
    : source_(std::move(source)),
      model_(std::move(model)),
      groups_(std::move(groups)) {
  std::size_t in_cores = 0;
  for (const topology_group& core : groups_[at(topology_level::core)]) {
    cpus_ = cpus_ | core.cpus;
    in_cores += core.cpus.count();
  }
  NUTHATCH_CHECK(!cpus_.empty(), "a machine without cpus");
  NUTHATCH_CHECK(in_cores == cpus_.count(), "a cpu is in two cores");
  for (const topology_level level : inside_out) {
    for (const topology_group& group : groups_[at(level)]) {
      NUTHATCH_CHECK(group.cpus.is_subset_of(cpus_), "a cpu is in no core");
    }
    group_by_cpu_[at(level)] = index_by_cpu(groups_[at(level)], cpus_);
  }

  ordered_ = cpus_.members();
  const auto place = [this](unsigned cpu) {
    const auto group = [&](topology_level level) {
      return group_by_cpu_[at(level)][cpu];
    };
    return std::tuple(group(topology_level::package),
                      group(topology_level::numa_node),
                      group(topology_level::l3),
                      group(topology_level::l2),
                      group(topology_level::core),
                      cpu);
  };
  std::sort(ordered_.begin(), ordered_.end(), [&](unsigned left, unsigned right) {
    return place(left) < place(right);
  });
}

const std::vector<topology_group>& topology::groups(topology_level level) const noexcept {
  return groups_[at(level)];
}

std::optional<std::size_t> topology::group_of(topology_level level, unsigned cpu) const noexcept {
  const auto& by_cpu = group_by_cpu_[at(level)];
  if (cpu >= by_cpu.size() || by_cpu[cpu] == no_group) {
    return std::nullopt;
  }
  return by_cpu[cpu];
}

const topology_group* topology::smallest_shared(topology_level& level,
                                                unsigned a,
                                                unsigned b) const noexcept {
  const topology_group* smallest = nullptr;
  unsigned size = std::numeric_limits<unsigned>::max();
  for (const topology_level candidate : inside_out) {
    const auto group = group_of(candidate, a);
    if (!group || group != group_of(candidate, b)) {
      continue;
    }
    const topology_group& shared = groups(candidate)[*group];
    if (shared.cpus.count() < size) {
      size = shared.cpus.count();
      smallest = &shared;
      level = candidate;
    }
  }
  return smallest;
}

std::optional<topology_level> topology::shared_level(unsigned a, unsigned b) const noexcept {
  topology_level level{};
  return smallest_shared(level, a, b) == nullptr ? std::nullopt : std::optional(level);
}

unsigned topology::distance(unsigned a, unsigned b) const noexcept {
  if (a == b) {
    return 0;
  }
  topology_level level{};
  const topology_group* const shared = smallest_shared(level, a, b);
  return (shared == nullptr ? cpus_ : shared->cpus).count();
}

std::vector<unsigned> topology::by_distance(unsigned cpu) const {
  const auto self = std::find(ordered_.begin(), ordered_.end(), cpu);
  NUTHATCH_CHECK(self != ordered_.end(), "the cpu is not one of this machine");
  const auto start = static_cast<std::size_t>(self - ordered_.begin());
  std::vector<std::pair<unsigned, std::size_t>> distance_and_steps;
  for (std::size_t steps = 1; steps < ordered_.size(); ++steps) {
    const unsigned other = ordered_[(start + steps) % ordered_.size()];
    distance_and_steps.emplace_back(distance(cpu, other), steps);
  }
  std::sort(distance_and_steps.begin(), distance_and_steps.end());
  std::vector<unsigned> others;
  others.reserve(distance_and_steps.size());
  for (const auto& [far, steps] : distance_and_steps) {
    others.push_back(ordered_[(start + steps) % ordered_.size()]);
  }
  return others;
}

std::vector<unsigned> pin_order(const topology& machine, const cpu_set& allowed) {
  // The round of a CPU: how many allowed CPUs of its core come before it.
  std::vector<std::vector<unsigned>> rounds;
  std::vector<unsigned> taken(machine.groups(topology_level::core).size());
  for (const unsigned cpu : machine.ordered_cpus()) {
    const auto core = machine.group_of(topology_level::core, cpu);
    if (core && allowed.contains(cpu)) {
      const unsigned round = taken[*core]++;
      rounds.resize(std::max<std::size_t>(rounds.size(), round + 1));
      rounds[round].push_back(cpu);
    }
  }
  std::vector<unsigned> order;
  order.reserve(allowed.count());
  for (const auto& round : rounds) {
    order.insert(order.end(), round.begin(), round.end());
  }
  for (const unsigned cpu : allowed.members()) {
    if (!machine.cpus().contains(cpu)) {
      order.push_back(cpu);  // the kernel knows it, hwloc does not: it comes last
    }
  }
  return order;
}

}  // namespace nuthatch::platform
