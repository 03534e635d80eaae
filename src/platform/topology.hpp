// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/affinity.hpp"

namespace nuthatch::platform {

/// What cpus can have in common, from the inside out. Machines differ in what encloses what (a
/// package has one or several NUMA nodes, or several packages share one), so compare sizes.
enum class topology_level : std::uint8_t { core, l1, l2, l3, numa_node, package };

inline constexpr std::size_t topology_levels = 6;

/// "core", "L1", "L2", "L3", "NUMA node", "package"
[[nodiscard]] const char* to_string(topology_level level) noexcept;

/// One core, cache, NUMA node or package.
struct topology_group {
  unsigned index = 0;  ///< the operating system's number; counted from 0 where it gives none
  std::uint64_t bytes =
      0;         ///< size of the cache, or of the node's memory; 0 for others and unknown
  cpu_set cpus;  ///< who shares it; empty for memory without cpus
};

/// The cpus of a machine and what they share. A value, does not change; any thread may read it.
class topology {
 public:
  using groups_by_level = std::array<std::vector<topology_group>, topology_levels>;

  /// Of this machine, without the cpus that the process may never use. Throws base::os_error.
  [[nodiscard]] static topology this_machine();

  /// From hwloc's synthetic notation, such as "pack:2 l3:2 core:4 pu:2". Throws option_error naming
  /// the text when hwloc does not understand it, or when Nuthatch was built without hwloc.
  [[nodiscard]] static topology from_synthetic(const std::string& description);

  /// From a file in hwloc's XML format (lstopo --of xml). Throws option_error naming the file.
  [[nodiscard]] static topology from_xml(const std::string& path);

  /// Nothing known but the cpus: each its own core, all in one package.
  [[nodiscard]] static topology flat(const cpu_set& cpus);

  /// From parts. Every cpu must be in exactly one group of level core; in other levels it may be
  /// missing. `source` says where the knowledge comes from, `model` names the processor, if known.
  topology(std::string source, std::string model, groups_by_level groups);

  [[nodiscard]] const std::string& source() const noexcept { return source_; }

  [[nodiscard]] const std::string& model() const noexcept { return model_; }

  [[nodiscard]] const cpu_set& cpus() const noexcept { return cpus_; }

  /// The groups of a level, neighbours next to each other; none if the machine has no such level.
  [[nodiscard]] const std::vector<topology_group>& groups(topology_level level) const noexcept;

  /// Which of groups(level) `cpu` belongs to: the first of them if several (a node of ordinary and
  /// one of fast memory); nothing when none does.
  [[nodiscard]] std::optional<std::size_t> group_of(topology_level level,
                                                    unsigned cpu) const noexcept;

  /// All cpus in the order of the machine: those that share much are next to each other.
  [[nodiscard]] const std::vector<unsigned>& ordered_cpus() const noexcept { return ordered_; }

  /// The smallest thing that both cpus share, the inner one of equals; nothing when they share only
  /// the machine, or are not of it.
  [[nodiscard]] std::optional<topology_level> shared_level(unsigned a, unsigned b) const noexcept;

  /// How far b is from a: the number of cpus in the smallest group that holds both, 0 for a itself.
  /// So a sibling thread is nearer than a cpu of the same L2, that one nearer than one of the same
  /// L3, then NUMA node, package and machine, whatever the machine has of them. O(levels).
  [[nodiscard]] unsigned distance(unsigned a, unsigned b) const noexcept;

  /// All other cpus, the nearest first; those equally far in the machine's order, beginning after
  /// `cpu` and going round, so that different cpus begin with different neighbours.
  [[nodiscard]] std::vector<unsigned> by_distance(unsigned cpu) const;

  /// A drawing for a person, several lines, each ended. Like cores are drawn as one line.
  [[nodiscard]] std::string to_string() const;

 private:
  /// The group that shared_level() and distance() speak of, and its level; null, level untouched,
  /// if none.
  const topology_group* smallest_shared(topology_level& level,
                                        unsigned a,
                                        unsigned b) const noexcept;

  std::string source_;
  std::string model_;
  groups_by_level groups_;
  cpu_set cpus_;
  std::vector<unsigned> ordered_;
  // Per level, by cpu number: index of the group, or no_group.
  std::array<std::vector<std::uint32_t>, topology_levels> group_by_cpu_;
};

/// In which order workers are bound to the cpus of `allowed`: along the machine, one per core, and
/// only when all cores are taken a second one per core, and so on. Neighbours share caches.
[[nodiscard]] std::vector<unsigned> pin_order(const topology& machine, const cpu_set& allowed);

}  // namespace nuthatch::platform
