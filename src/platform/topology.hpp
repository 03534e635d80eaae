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

/// The levels at which CPUs can share something, from the inside out. Machines differ in nesting (a
/// package has one or several NUMA nodes, or several packages share one), so compare sizes.
enum class topology_level : std::uint8_t { core, l1, l2, l3, numa_node, package };

inline constexpr std::size_t topology_levels = 6;

/// Returns "core", "L1", "L2", "L3", "NUMA node" or "package".
[[nodiscard]] const char* to_string(topology_level level) noexcept;

/// One core, cache, NUMA node or package.
struct topology_group {
  unsigned index = 0;  ///< the operating system's number; counted from 0 if it has none
  std::uint64_t bytes =
      0;         ///< size of the cache, or of the node's memory; 0 for others and unknown
  cpu_set cpus;  ///< the CPUs that share it; empty for memory without CPUs
};

/// The CPUs of a machine and what they share. An immutable value; any thread may read it.
class topology {
 public:
  using groups_by_level = std::array<std::vector<topology_group>, topology_levels>;

  /// Reads this machine, without CPUs that the process may never use. Throws base::os_error.
  [[nodiscard]] static topology this_machine();

  /// Parses hwloc's synthetic notation, such as "pack:2 l3:2 core:4 pu:2". Throws option_error,
  /// which names the text, if hwloc does not accept it, or if Nuthatch was built without hwloc.
  [[nodiscard]] static topology from_synthetic(const std::string& description);

  /// Reads a file in hwloc's XML format (lstopo --of xml). Throws option_error, which names the
  /// file.
  [[nodiscard]] static topology from_xml(const std::string& path);

  /// Returns a topology of which only the CPUs are known: each its own core, all in one package.
  [[nodiscard]] static topology flat(const cpu_set& cpus);

  /// Creates a topology from parts. Every CPU must be in exactly one group of level core; in other
  /// levels it may be missing. `source` states where the information comes from, `model` names the
  /// processor, if known.
  topology(std::string source, std::string model, groups_by_level groups);

  [[nodiscard]] const std::string& source() const noexcept { return source_; }

  [[nodiscard]] const std::string& model() const noexcept { return model_; }

  [[nodiscard]] const cpu_set& cpus() const noexcept { return cpus_; }

  /// Returns the groups of a level, neighbours next to each other; none if the machine has no such
  /// level.
  [[nodiscard]] const std::vector<topology_group>& groups(topology_level level) const noexcept;

  /// Returns which of groups(level) `cpu` belongs to: the first of several (a node of ordinary and
  /// one of fast memory); nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> group_of(topology_level level,
                                                    unsigned cpu) const noexcept;

  /// Returns all CPUs in the order of the machine: those that share much are next to each other.
  [[nodiscard]] const std::vector<unsigned>& ordered_cpus() const noexcept { return ordered_; }

  /// Returns the smallest thing that both CPUs share, the innermost of equals; nothing if they
  /// share only the machine, or are not part of it.
  [[nodiscard]] std::optional<topology_level> shared_level(unsigned a, unsigned b) const noexcept;

  /// Returns the distance of b from a: the number of CPUs in the smallest group that contains both,
  /// 0 for a itself. So a sibling thread is nearer than a CPU of the same L2, that one nearer than
  /// one of the same L3, then NUMA node, package and machine, as far as the machine has them.
  /// O(levels).
  [[nodiscard]] unsigned distance(unsigned a, unsigned b) const noexcept;

  /// Returns all other CPUs, the nearest first; equally distant ones in the machine's order,
  /// beginning after `cpu` and wrapping around, so that different CPUs begin with different
  /// neighbours.
  [[nodiscard]] std::vector<unsigned> by_distance(unsigned cpu) const;

  /// Returns a drawing for display, several lines, each terminated. Equal cores are drawn as one
  /// line.
  [[nodiscard]] std::string to_string() const;

 private:
  /// Returns the group that shared_level() and distance() refer to, and its level; null, with the
  /// level unchanged, if there is none.
  const topology_group* smallest_shared(topology_level& level,
                                        unsigned a,
                                        unsigned b) const noexcept;

  std::string source_;
  std::string model_;
  groups_by_level groups_;
  cpu_set cpus_;
  std::vector<unsigned> ordered_;
  // Per level, by CPU number: index of the group, or no_group.
  std::array<std::vector<std::uint32_t>, topology_levels> group_by_cpu_;
};

/// Returns the order in which workers are bound to the CPUs of `allowed`: along the machine, one
/// per core; when all cores are taken, a second one per core, and so on. Neighbours share caches.
[[nodiscard]] std::vector<unsigned> pin_order(const topology& machine, const cpu_set& allowed);

}  // namespace nuthatch::platform
