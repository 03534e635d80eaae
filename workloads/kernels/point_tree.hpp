// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/kernels/leveled/point_weights.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// A node of a binary tree: the one that `path` leads to from the root. The path has a bit for each
/// level, the last step lowest.
struct tree_place {
  unsigned level = 0;
  std::size_t path = 0;

  [[nodiscard]] constexpr tree_place child(std::size_t which) const noexcept {
    return {level + 1, 2 * path + which};
  }
};

/// Points in a cube, as a balanced k-d tree. Each node halves its points across the longest side of
/// the box around them. The points of a sub-tree are consecutive. They have weights, which change
/// from time step to time step, and each node stores the sum of the weights below it.
class point_tree {
 public:
  struct box {
    std::array<float, 3> low;
    std::array<float, 3> high;
  };

  /// Each leaf has at least one and at most `bucket` points, 2 to 65536. All leaves are on one
  /// level.
  point_tree(std::size_t points, std::size_t bucket, bool computes);

  /// Restores the initial weights. The sums of nodes are invalid before renew().
  void start() noexcept;

  [[nodiscard]] std::size_t points() const noexcept { return states_.size(); }

  /// The level of the leaves.
  [[nodiscard]] unsigned levels() const noexcept { return levels_; }

  /// The lowest level at which sub-trees have at most this many points, or the level of the leaves
  /// if all have more.
  [[nodiscard]] unsigned level_of(std::size_t points) const noexcept;

  [[nodiscard]] std::size_t points_below(tree_place at) const noexcept {
    return first_point({at.level, at.path + 1}) - first_point(at);
  }

  [[nodiscard]] const box& box_of(tree_place at) const noexcept { return boxes_[number(at)]; }

  [[nodiscard]] std::uint64_t sum_of(tree_place at) const noexcept { return sums_[number(at)]; }

  /// Advances all points below by a time step, and computes the sums of all nodes there.
  void renew(tree_place at) noexcept;

  /// Computes the sum of a node from those of its children.
  void sum_up(tree_place at) noexcept {
    sums_[number(at)] = sums_[number(at.child(0))] + sums_[number(at.child(1))];
  }

  /// The weight of the points of a leaf that are within a ball.
  [[nodiscard]] std::uint64_t weight_within(tree_place leaf, const ball& of) const noexcept;

  /// The same for all points after some time steps, computed from the beginning and without the
  /// tree.
  [[nodiscard]] std::uint64_t expected_within(const ball& of, std::size_t steps) const noexcept;

  /// The coordinates of all points in the order of leaves.
  [[nodiscard]] const std::array<untouched_vector<float>, 3>& coordinates() const noexcept {
    return coordinates_;
  }

  [[nodiscard]] const std::vector<std::uint64_t>& sums() const noexcept { return sums_; }

 private:
  class builder;

  [[nodiscard]] static std::size_t number(tree_place at) noexcept {
    return (std::size_t{1} << at.level) - 1 + at.path;
  }

  /// Halves differ by at most one point.
  [[nodiscard]] std::size_t first_point(tree_place at) const noexcept {
    return points() * at.path >> at.level;
  }

  [[nodiscard]] point_list list_of(tree_place leaf) const noexcept;

  unsigned levels_;
  renew_weights_kernel* renew_;
  weights_within_kernel* within_;
  std::array<untouched_vector<float>, 3> coordinates_;
  mutable untouched_vector<std::uint32_t> states_;  // mutable: kernels have one type of list
  std::vector<box> boxes_;                          // by number
  std::vector<std::uint64_t> sums_;                 // by number
};

}  // namespace nuthatch::workloads
