// SPDX-License-Identifier: Apache-2.0
#include "twin/machine_model.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/options.hpp>

#include "platform/affinity.hpp"

namespace nuthatch::twin {

namespace {

using platform::topology;
using platform::topology_group;
using platform::topology_level;

/// Returns A and B for "AxB", A nodes of B CPUs; nothing for any other text.
std::optional<std::pair<unsigned, unsigned>> two_numbers(const std::string& text) {
  const char* const end = text.data() + text.size();
  unsigned nodes = 0;
  unsigned each = 0;
  const auto [cross, first] = std::from_chars(text.data(), end, nodes);
  if (first != std::errc() || cross == end || *cross != 'x') {
    return std::nullopt;
  }
  const auto [rest, second] = std::from_chars(cross + 1, end, each);
  if (second != std::errc() || rest != end) {
    return std::nullopt;
  }
  return std::pair(nodes, each);
}

topology of_nodes(unsigned nodes, unsigned each, const std::string& source) {
  topology::groups_by_level groups;
  const auto at = [&groups](topology_level level) -> std::vector<topology_group>& {
    return groups[static_cast<std::size_t>(level)];
  };
  for (unsigned node = 0; node < nodes; ++node) {
    platform::cpu_set together;
    for (unsigned i = 0; i < each; ++i) {
      const unsigned cpu = node * each + i;
      platform::cpu_set alone;
      alone.insert(cpu);
      together.insert(cpu);
      at(topology_level::core).push_back({.index = cpu, .cpus = alone});
    }
    for (const topology_level level :
         {topology_level::l3, topology_level::numa_node, topology_level::package}) {
      at(level).push_back({.index = node, .cpus = together});
    }
  }
  return {source, {}, std::move(groups)};
}

/// Returns the last level of cache that the machine has.
topology_level outermost_cache(const topology& of) {
  for (const topology_level level : {topology_level::l3, topology_level::l2, topology_level::l1}) {
    if (!of.groups(level).empty()) {
      return level;
    }
  }
  return topology_level::core;
}

topology_level node_level(const topology& of) {
  return of.groups(topology_level::numa_node).size() > of.groups(topology_level::package).size()
             ? topology_level::numa_node
             : topology_level::package;
}

}  // namespace

machine_model::machine_model(topology shape, std::string name)
    : shape_(std::move(shape)),
      name_(std::move(name)) {
  constexpr std::size_t alone = 1U << 16U;  // above all indices of groups
  const topology_level cache = outermost_cache(shape_);
  const topology_level node = node_level(shape_);
  order_ = platform::pin_order(shape_, shape_.cpus());
  where_.resize(shape_.cpus().members().back() + 1);
  for (const unsigned cpu : order_) {
    where_[cpu] = {
        .cache = static_cast<std::uint32_t>(shape_.group_of(cache, cpu).value_or(alone + cpu)),
        .node = static_cast<std::uint32_t>(shape_.group_of(node, cpu).value_or(0))};
  }
}

machine_model machine_model::from(const std::string& text) {
  if (const auto numbers = two_numbers(text)) {
    const auto [nodes, each] = *numbers;
    if (nodes == 0 || each == 0 || each > max_workers / nodes) {
      throw option_error(
          "'" + text +
          "' is not a machine that can be simulated: NODESxCPUS takes numbers of 1 or "
          "more, and has at most " +
          std::to_string(max_workers) + " cpus in all");
    }
    return {of_nodes(nodes, each, "'" + text + "'"), text};
  }
  try {
    return {topology::from_synthetic(text), text};
  } catch (const option_error& error) {
    throw option_error(std::string(error.what()) +
                       "; NODESxCPUS is understood as well, such as '2x8'");
  }
}

machine_model machine_model::flat(unsigned cpus) {
  return from("1x" + std::to_string(cpus));
}

nearness machine_model::between(unsigned cpu, unsigned other) const noexcept {
  const location& a = where_[cpu];
  const location& b = where_[other];
  if (a.cache == b.cache) {
    return nearness::same_cache;
  }
  return a.node == b.node ? nearness::same_node : nearness::same_machine;
}

unsigned machine_model::cpu_of(unsigned worker) const noexcept {
  return order_[worker % order_.size()];
}

}  // namespace nuthatch::twin
