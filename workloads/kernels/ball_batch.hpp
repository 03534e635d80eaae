// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "workloads/kernels/point_tree.hpp"

namespace nuthatch::workloads {

/// A set of balls of a batch, with one bit for each.
using ball_set = std::uint64_t;

/// Calls visit(i) for the number of each ball.
template <class Visit>
void for_each_ball(ball_set of, Visit visit) {
  for (; of != 0; of &= of - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(of)));
  }
}

/// What a node contributes to the balls of a batch: everything if the ball contains the node's box,
/// nothing if they are disjoint; otherwise the nodes below it decide.
struct balls_at_node {
  ball_set whole = 0;
  ball_set across = 0;

  [[nodiscard]] bool empty() const noexcept { return (whole | across) == 0; }
};

/// Balls that are looked up in one traversal, and the weight of the points within each. Weights are
/// whole numbers, so additions may come in any order.
struct ball_batch {
  static constexpr std::size_t most = 64;
  using weights = std::array<std::uint64_t, most>;

  const ball* balls;
  std::uint64_t* found;
  std::size_t count;

  [[nodiscard]] ball_set all() const noexcept { return ~ball_set{0} >> (most - count); }

  /// Which of these balls a node concerns, and how. The result depends only on constant data.
  [[nodiscard]] balls_at_node sort(const point_tree& tree, tree_place at, ball_set of) const;

  /// Traverses a sub-tree for some balls, and calls add(i, weight) with the result of each.
  template <class Add>
  void traverse(const point_tree& tree,
                tree_place at,
                const balls_at_node& of,
                const Add& add) const {
    weights sums;  // NOLINT(cppcoreguidelines-pro-type-member-init): few of them are used
    for_each_ball(of.whole | of.across, [&sums](std::size_t i) { sums[i] = 0; });
    sum_up(tree, at, of, sums);
    for_each_ball(of.whole | of.across, [&sums, &add](std::size_t i) { add(i, sums[i]); });
  }

 private:
  void sum_up(const point_tree& tree, tree_place at, const balls_at_node& of, weights& sums) const;
};

}  // namespace nuthatch::workloads
