// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/quadtree_field.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "workloads/kernels/cascade.hpp"

namespace nuthatch::workloads {
namespace {

using index = balanced_quadtree::index;

constexpr std::size_t cells = 6;

const balanced_quadtree& tree() {
  static const balanced_quadtree some({.coarsest = 2, .finest = 5, .fronts = 2, .seed = 5});
  return some;
}

quadtree_field field_after(std::size_t steps) {
  quadtree_field field(tree(), cells, /*computes=*/true);
  field.start();
  for (std::size_t step = 0; step < steps; ++step) {
    field.advance(step, tree().root().leaves);
  }
  return field;
}

TEST(quadtree_field, is_what_cells_by_their_places_come_to) {
  for (const std::size_t steps : {0U, 1U, 2U, 9U}) {
    const quadtree_field field = field_after(steps);
    EXPECT_EQ(field.compare_some(steps), "");
    EXPECT_NE(field.compare_some(steps + 1), "");
  }
}

TEST(quadtree_field, becomes_smoother) {
  const quadtree_field field = field_after(30);
  const auto [low, high] = std::ranges::minmax(field_after(0).after(0));
  const auto [later_low, later_high] = std::ranges::minmax(field.after(30));
  EXPECT_GT(later_low, low);
  EXPECT_LT(later_high, high);
  EXPECT_NEAR(field.mean(30), 0.5, 0.05);
}

TEST(quadtree_field, can_advance_in_pieces) {
  quadtree_field pieces(tree(), cells, /*computes=*/true);
  pieces.start();
  for (std::size_t step = 0; step < 4; ++step) {
    for (index leaf = tree().root().leaves.last; leaf-- > 0;) {
      pieces.advance(step, {leaf, leaf + 1});
    }
  }
  EXPECT_EQ(pieces.after(4), field_after(4).after(4));
}

class cascades : public ::testing::TestWithParam<std::size_t> {};

TEST_P(cascades, have_each_step_of_each_leaf_once) {
  const cascade order(tree(), 5, GetParam());
  std::set<std::pair<index, std::size_t>> all;
  std::size_t most = 0;
  for (const cascade::advance& each : order.in_order()) {
    EXPECT_LT(each.step, 5U);
    most = std::max<std::size_t>(most, each.leaves.last - each.leaves.first);
    for (index leaf = each.leaves.first; leaf < each.leaves.last; ++leaf) {
      EXPECT_TRUE(all.emplace(leaf, each.step).second);
    }
  }
  EXPECT_EQ(all.size(), tree().leaves().size() * 5);
  EXPECT_EQ(most, std::min(GetParam(), tree().leaves().size()));
}

TEST_P(cascades, come_to_the_same_as_step_by_step) {
  quadtree_field field(tree(), cells, /*computes=*/true);
  field.start();
  const cascade order(tree(), 7, GetParam());
  for (const cascade::advance& each : order.in_order()) {
    field.advance(each.step, each.leaves);
  }
  EXPECT_EQ(field.after(7), field_after(7).after(7));
}

INSTANTIATE_TEST_SUITE_P(of_parts, cascades, ::testing::Values(1, 4, 1'000'000));

TEST(cascade, goes_on_before_all_leaves_have_advanced) {
  const cascade order(tree(), 3);
  const auto last_first = std::ranges::find_if(order.in_order(), [](const cascade::advance& each) {
    return each.step == 0 && each.leaves.last == tree().leaves().size();
  });
  const auto ahead = std::ranges::find(order.in_order(), 2U, &cascade::advance::step);
  EXPECT_LT(ahead - order.in_order().begin(), (last_first - order.in_order().begin()) / 2);
}

}  // namespace
}  // namespace nuthatch::workloads
