// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/tree_traversals.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

traversals_problem problem(std::size_t points) {
  return {.points = points,
          .bucket = 8,
          .steps = 3,
          .batches = 4,
          .balls = 5,
          .radius = 0.4F,
          .computes = true};
}

TEST(tree_traversals, find_what_a_loop_over_all_points_finds) {
  tree_traversals all(problem(1'000));
  all.start();
  EXPECT_NE(all.compare_some(), "");
  all.run_plainly();
  EXPECT_EQ(all.compare_some(), "");
  for (std::size_t k = 0; k < all.count(); ++k) {
    if (all.renews(k)) {
      continue;
    }
    const ball_batch batch = all.batch_of(k);
    for (std::size_t i = 0; i < batch.count; ++i) {
      EXPECT_EQ(batch.found[i], all.tree().expected_within(batch.balls[i], k / 5 + 1));
    }
  }
}

TEST(tree_traversals, start_again) {
  tree_traversals all(problem(500));
  all.run_plainly();
  const std::vector<std::uint64_t> found = all.found();
  all.start();
  EXPECT_NE(all.found(), found);
  all.run_plainly();
  EXPECT_EQ(all.found(), found);
}

TEST(tree_traversals, come_to_the_same_together) {
  for (const std::size_t points : {1U, 2U, 9U, 1'000U}) {
    tree_traversals plain(problem(points));
    plain.run_plainly();
    tree_traversals together(problem(points));
    for (const std::size_t group : {1U, 2U, 3U, 5U, 100U}) {
      for (unsigned level = 0; level <= together.tree().levels(); ++level) {
        together.start();
        together.run_together(group, level);
        EXPECT_EQ(together.found(), plain.found()) << "group " << group << ", level " << level;
        EXPECT_EQ(together.tree().sums(), plain.tree().sums());
      }
    }
  }
}

/// Calls visit for all nodes of a tree.
template <class Visit>
void for_each_node(const point_tree& tree, tree_place at, const Visit& visit) {
  visit(at);
  if (at.level < tree.levels()) {
    for_each_node(tree, at.child(0), visit);
    for_each_node(tree, at.child(1), visit);
  }
}

TEST(point_tree, halves_its_points_and_draws_boxes_around_them) {
  for (const std::size_t points : {1U, 8U, 9U, 100U, 777U}) {
    const point_tree tree(points, 8, /*computes=*/true);
    std::size_t first = 0;
    for_each_node(tree, {}, [&](tree_place at) {
      const std::size_t count = tree.points_below(at);
      const point_tree::box& around = tree.box_of(at);
      EXPECT_GE(count, 1U);
      if (at.level < tree.levels()) {
        EXPECT_GT(count, 8U - 1);
        EXPECT_EQ(tree.points_below(at.child(0)) + tree.points_below(at.child(1)), count);
        return;
      }
      EXPECT_LE(count, 8U);
      for (std::size_t i = first; i < first + count; ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
          EXPECT_LE(around.low[d], tree.coordinates()[d][i]);
          EXPECT_GE(around.high[d], tree.coordinates()[d][i]);
        }
      }
      first += count;
    });
    EXPECT_EQ(first, points);
  }
}

TEST(point_tree, sums_up_what_is_below_each_node) {
  point_tree tree(300, 8, /*computes=*/true);
  tree.renew({});
  tree.renew({});
  const ball everything{0, 0, 0, 4};
  EXPECT_EQ(tree.sum_of({}), tree.expected_within(everything, 2));
  for_each_node(tree, {}, [&](tree_place at) {
    EXPECT_EQ(tree.sum_of(at),
              at.level < tree.levels() ? tree.sum_of(at.child(0)) + tree.sum_of(at.child(1))
                                       : tree.weight_within(at, everything));
  });
}

TEST(point_tree, knows_where_sub_trees_are_small_enough) {
  const point_tree tree(1'000, 8, /*computes=*/true);
  EXPECT_EQ(tree.level_of(1'000), 0U);
  EXPECT_EQ(tree.level_of(999), 1U);
  EXPECT_EQ(tree.level_of(500), 1U);
  EXPECT_EQ(tree.level_of(1), tree.levels());
}

TEST(ball_batch, sorts_balls_by_what_they_hold) {
  const point_tree tree(100, 8, /*computes=*/true);
  std::vector<ball> balls{{0.5F, 0.5F, 0.5F, 4}, {0.5F, 0.5F, 0.5F, 0.01F}, {5, 5, 5, 1}};
  std::vector<std::uint64_t> found(3, 0);
  const ball_batch batch{balls.data(), found.data(), balls.size()};
  EXPECT_EQ(batch.all(), 0b111U);
  const balls_at_node sorted = batch.sort(tree, {}, batch.all());
  EXPECT_EQ(sorted.whole, 0b001U);
  EXPECT_EQ(sorted.across, 0b010U);
  EXPECT_TRUE(batch.sort(tree, {}, 0b100).empty());
  EXPECT_EQ(batch.sort(tree, {}, 0b001).across, 0U);
}

}  // namespace
}  // namespace nuthatch::workloads
