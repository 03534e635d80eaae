// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "workloads/kernels/sha1.hpp"  // IWYU pragma: export

namespace nuthatch::workloads {

/// A node of an unbalanced tree. These 24 bytes determine everything below it.
struct uts_node {
  sha1_digest state;
  std::uint32_t depth;
};

/// The counts of a tree.
struct uts_totals {
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  std::uint64_t depth = 0;

  friend bool operator==(const uts_totals&, const uts_totals&) = default;
};

/// A tree of the Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006). The number of a
/// node's children is drawn with its SHA-1 state as the source of randomness. So the tree is the
/// same for any order of visits, and no part of it can be predicted.
struct uts_description {
  enum class kind : std::uint8_t {
    binomial,  ///< `branching` children at the root, else `many` with probability `q`, or none
    geometric_fixed,   ///< geometrically distributed around `branching` above depth `max_depth`
    geometric_cyclic,  ///< the mean rises and falls with the depth
  };

  std::string_view name;
  kind shape;
  double branching;
  std::uint32_t max_depth;  ///< geometric only
  double q;                 ///< binomial only
  std::uint32_t many;       ///< binomial only
  std::uint32_t seed;
  uts_totals expected;
};

/// The trees by name: the published T1, T2, T3 and their large versions T1L, T2L, T3L; and T1S,
/// T2S, T3S, small ones of the same shapes.
std::span<const uts_description> uts_trees();

class uts_tree {
 public:
  explicit uts_tree(const uts_description& description);

  [[nodiscard]] const uts_description& description() const noexcept { return *description_; }

  [[nodiscard]] uts_node root() const;
  [[nodiscard]] std::uint32_t count_children(const uts_node& node) const;
  static uts_node child(const uts_node& parent, std::uint32_t index);

 private:
  [[nodiscard]] std::uint32_t count_binomial(const uts_node& node) const;
  [[nodiscard]] std::uint32_t count_geometric(const uts_node& node) const;

  const uts_description* description_;
  std::vector<double> log_of_stopping_;  ///< for each depth, geometric only
};

}  // namespace nuthatch::workloads
