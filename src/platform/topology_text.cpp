// SPDX-License-Identifier: Apache-2.0

// Draws a topology as text: the nesting of its parts, from the outside in.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

namespace {

constexpr std::array outside_in = {topology_level::package,
                                   topology_level::numa_node,
                                   topology_level::l3,
                                   topology_level::l2,
                                   topology_level::l1,
                                   topology_level::core};

std::string size_text(std::uint64_t bytes) {
  static constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < units.size()) {
    amount /= 1024;
    ++unit;
  }
  std::ostringstream out;
  out.precision(amount < 10 ? 2 : 4);
  out << amount << ' ' << units[unit];
  return out.str();
}

/// Everything that exactly the same CPUs share, and its contents.
struct node {
  cpu_set cpus;
  std::vector<std::pair<topology_level, const topology_group*>> groups;  // from the outside in
  std::vector<node> inner;

  [[nodiscard]] bool is_core() const {
    return inner.empty() && !groups.empty() && groups.back().first == topology_level::core;
  }

  /// Returns "L2 3 (1 MiB), core 3", or the same without numbers, which is equal for equal nodes.
  [[nodiscard]] std::string label(bool numbered) const {
    std::string text;
    for (const auto& [level, group] : groups) {
      text.append(text.empty() ? "" : ", ").append(nuthatch::platform::to_string(level));
      if (numbered) {
        text.append(" ").append(std::to_string(group->index));
      }
      if (group->bytes != 0) {
        text.append(" (").append(size_text(group->bytes)).append(")");
      }
    }
    return text;
  }
};

void insert(node& parent, node fresh) {
  for (node& child : parent.inner) {
    if (fresh.cpus.is_subset_of(child.cpus)) {
      insert(child, std::move(fresh));
      return;
    }
  }
  parent.inner.push_back(std::move(fresh));
}

void sort_inner(node& parent) {
  std::sort(parent.inner.begin(), parent.inner.end(), [](const node& left, const node& right) {
    return left.cpus.first() < right.cpus.first();
  });
  for (node& child : parent.inner) {
    sort_inner(child);
  }
}

node tree_of(const topology& machine) {
  std::map<cpu_set, node> by_cpus;
  by_cpus[machine.cpus()].cpus = machine.cpus();
  for (const topology_level level : outside_in) {
    for (const topology_group& group : machine.groups(level)) {
      if (!group.cpus.empty()) {
        node& place = by_cpus[group.cpus];
        place.cpus = group.cpus;
        place.groups.emplace_back(level, &group);
      }
    }
  }
  std::vector<node> nodes;
  nodes.reserve(by_cpus.size());
  for (auto& [cpus, place] : by_cpus) {
    nodes.push_back(std::move(place));
  }
  std::sort(nodes.begin(), nodes.end(), [](const node& left, const node& right) {
    return std::pair(right.cpus.count(), left.cpus) < std::pair(left.cpus.count(), right.cpus);
  });
  node root = std::move(nodes.front());
  for (auto place = std::next(nodes.begin()); place != nodes.end(); ++place) {
    insert(root, std::move(*place));
  }
  sort_inner(root);
  return root;
}

bool alike(const node& left, const node& right) {
  return left.is_core() && right.is_core() && left.cpus.count() == right.cpus.count() &&
         left.label(/*numbered=*/false) == right.label(/*numbered=*/false);
}

/// Returns "<CPUs of the first> | <of the second> | …", without the middle if there are many.
template <class Iterator>
std::string lists_of(Iterator first, Iterator last) {
  constexpr std::ptrdiff_t listed_at_most = 16;
  constexpr std::ptrdiff_t listed_of_many = 3;
  const auto number = last - first;
  std::string text;
  for (auto at = first; at != last; ++at) {
    text.append(at == first ? "" : " | ").append(at->cpus.to_string());
    if (number > listed_at_most && at - first + 1 == listed_of_many) {
      text += " | ...";
      at = last - 2;
    }
  }
  return text;
}

void draw_inner(std::ostream& out, const node& place, std::size_t depth);

void draw(std::ostream& out, const node& place, std::size_t depth) {
  if (place.groups.empty()) {  // nothing that has a name encloses the whole machine
    draw_inner(out, place, depth);
    return;
  }
  out << std::string(2 * depth, ' ') << place.label(/*numbered=*/true) << ": cpus "
      << place.cpus.to_string() << '\n';
  draw_inner(out, place, depth + 1);
}

void draw_inner(std::ostream& out, const node& place, std::size_t depth) {
  for (auto first = place.inner.begin(); first != place.inner.end();) {
    const auto last = std::find_if_not(
        first, place.inner.end(), [&](const node& other) { return alike(*first, other); });
    if (last - first >= 2) {
      out << std::string(2 * depth, ' ') << last - first << " times "
          << first->label(/*numbered=*/false) << ": cpus " << lists_of(first, last) << '\n';
      first = last;
    } else {
      draw(out, *first, depth);
      ++first;
    }
  }
}

void count(std::ostream& out, std::size_t number, const char* one, const char* many) {
  if (number > 0) {
    out << number << ' ' << (number == 1 ? one : many) << ", ";
  }
}

}  // namespace

std::string topology::to_string() const {
  std::ostringstream out;
  out << (model_.empty() ? "machine" : model_) << " (from " << source_ << "): ";
  count(out, groups(topology_level::package).size(), "package", "packages");
  count(out, groups(topology_level::numa_node).size(), "NUMA node", "NUMA nodes");
  count(out, groups(topology_level::l3).size(), "L3", "L3s");
  count(out, groups(topology_level::core).size(), "core", "cores");
  out << cpus_.count() << (cpus_.count() == 1 ? " cpu\n" : " cpus\n");
  draw(out, tree_of(*this), 1);
  for (const topology_group& memory : groups(topology_level::numa_node)) {
    if (memory.cpus.empty()) {
      out << "  NUMA node " << memory.index << " (" << size_text(memory.bytes) << "): no cpus\n";
    }
  }
  return out.str();
}

}  // namespace nuthatch::platform
