// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/ball_batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace nuthatch::workloads {

namespace {

// Rounding preserves order. So no point of the box is computed to be nearer than the nearest one,
// or farther than the farthest one.

float nearest(const ball& from, const point_tree::box& box) noexcept {
  const auto place = [&box](std::size_t d, float at) {
    return std::clamp(at, box.low[d], box.high[d]);
  };
  return squared_distance(from, place(0, from.x), place(1, from.y), place(2, from.z));
}

float farthest(const ball& from, const point_tree::box& box) noexcept {
  const auto place = [&box](std::size_t d, float at) {
    return std::abs(box.low[d] - at) > std::abs(box.high[d] - at) ? box.low[d] : box.high[d];
  };
  return squared_distance(from, place(0, from.x), place(1, from.y), place(2, from.z));
}

}  // namespace

balls_at_node ball_batch::sort(const point_tree& tree, tree_place at, ball_set of) const {
  const point_tree::box& box = tree.box_of(at);
  balls_at_node sorted;
  for_each_ball(of, [&](std::size_t i) {
    const ball_set one = ball_set{1} << i;
    if (farthest(balls[i], box) <= balls[i].squared_radius) {
      sorted.whole |= one;
    } else if (nearest(balls[i], box) <= balls[i].squared_radius) {
      sorted.across |= one;
    }
  });
  return sorted;
}

void ball_batch::sum_up(const point_tree& tree,
                        tree_place at,
                        const balls_at_node& of,
                        weights& sums) const {
  for_each_ball(of.whole, [&](std::size_t i) { sums[i] += tree.sum_of(at); });
  if (of.across == 0) {
    return;
  }
  if (at.level == tree.levels()) {
    for_each_ball(of.across, [&](std::size_t i) { sums[i] += tree.weight_within(at, balls[i]); });
    return;
  }
  for (const tree_place child : {at.child(0), at.child(1)}) {
    sum_up(tree, child, sort(tree, child, of.across), sums);
  }
}

}  // namespace nuthatch::workloads
