// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/uts_tree.hpp"

namespace nuthatch::peers {

using workloads::uts_node;
using workloads::uts_totals;
using workloads::uts_tree;

inline void add_child(uts_totals& sum, const uts_totals& child) {
  sum.nodes += child.nodes;
  sum.leaves += child.leaves;
  sum.depth = std::max(sum.depth, child.depth);
}

/// Returns the totals of a node from those of its children.
inline uts_totals sum_of_children(std::span<const uts_totals> children) {
  uts_totals sum{1, 0, 0};
  for (const uts_totals& child : children) {
    add_child(sum, child);
  }
  return sum;
}

inline uts_totals totals_of_leaf(const uts_node& node) {
  return {1, 1, node.depth};
}

/// The size of an unbalanced tree. Every child is a spawn that creates the child before visiting
/// it.
struct uts_problem {
  static constexpr const char* name = "uts";

  static settings::values defaults() { return {{"tree", "T1"}}; }

  explicit uts_problem(const settings& parameters) : tree(find(parameters.text("tree"))) {}

  void reset() { result = {}; }

  [[nodiscard]] std::string answer() const { return describe(result); }

  [[nodiscard]] std::string verify() const {
    const uts_totals& expected = tree.description().expected;
    return result == expected ? "" : "expected " + describe(expected) + ", found " + answer();
  }

  uts_tree tree;
  uts_totals result;

 private:
  static std::string describe(const uts_totals& totals) {
    return workloads::message(
        totals.nodes, " nodes, ", totals.leaves, " leaves, depth ", totals.depth);
  }

  static const workloads::uts_description& find(const std::string& wanted) {
    std::string names;
    for (const workloads::uts_description& tree : workloads::uts_trees()) {
      if (tree.name == wanted) {
        return tree;
      }
      names += (names.empty() ? "" : ", ") + std::string(tree.name);
    }
    throw settings_error("tree=" + wanted + ": expected one of " + names);
  }
};

}  // namespace nuthatch::peers
