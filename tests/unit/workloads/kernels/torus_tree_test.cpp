// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/torus_tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using vertex = torus_tree::vertex;

// The vertices are numbered row by row, from left to right.
void span(torus_tree& tree, vertex rows, vertex columns) {
  for (vertex i = 1; i < rows * columns; ++i) {
    ASSERT_TRUE(tree.try_label(i, i % columns == 0 ? i - columns : i - 1));
  }
}

//  0  1  2  3
//  4  5  6  7
//  8  9 10 11
TEST(torus_tree, neighbours_are_above_below_left_and_right) {
  const torus_tree tree(3, 4);
  EXPECT_THAT(tree.neighbours(5), ElementsAre(1, 9, 4, 6));
  EXPECT_THAT(tree.neighbours(0), ElementsAre(8, 4, 3, 1));
  EXPECT_THAT(tree.neighbours(3), ElementsAre(11, 7, 2, 0));
  EXPECT_THAT(tree.neighbours(8), ElementsAre(4, 0, 11, 9));
  EXPECT_THAT(tree.neighbours(11), ElementsAre(7, 3, 10, 8));
}

TEST(torus_tree, may_be_narrow) {
  EXPECT_THAT(torus_tree(1, 1).neighbours(0), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(torus_tree(1, 5).neighbours(4), UnorderedElementsAre(4, 4, 3, 0));
  EXPECT_THAT(torus_tree(5, 1).neighbours(0), UnorderedElementsAre(4, 1, 0, 0));
  EXPECT_THAT(torus_tree(2, 2).neighbours(3), UnorderedElementsAre(1, 1, 2, 2));
}

TEST(torus_tree, being_a_neighbour_goes_both_ways) {
  const torus_tree tree(4, 7);
  for (vertex one = 0; one < 28; ++one) {
    for (const vertex other : tree.neighbours(one)) {
      const std::array<vertex, 4> back = tree.neighbours(other);
      EXPECT_EQ(std::ranges::count(back, one), 1) << one << ", " << other;
    }
  }
}

TEST(torus_tree, labels_a_vertex_once) {
  torus_tree tree(3, 4);
  EXPECT_EQ(tree.reached(), 1U) << "the root";
  EXPECT_FALSE(tree.try_label(torus_tree::root, 1));
  EXPECT_TRUE(tree.try_label(5, 4));
  EXPECT_FALSE(tree.try_label(5, 1));
  EXPECT_FALSE(tree.any_try_label(5, 1));
  EXPECT_TRUE(tree.any_try_label(6, 5));
  EXPECT_FALSE(tree.any_try_label(6, 2));
  EXPECT_FALSE(tree.try_label(6, 2));
  EXPECT_EQ(tree.reached(), 3U);
  tree.start();
  EXPECT_EQ(tree.reached(), 1U);
  EXPECT_TRUE(tree.try_label(5, 1));
}

TEST(torus_tree, labels_a_vertex_once_whoever_tries) {
  constexpr vertex vertices = 10'000;
  torus_tree tree(1, vertices);
  std::array<std::size_t, 3> labelled{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t& mine : labelled) {
      threads.emplace_back([&tree, &mine] {
        std::size_t count = 0;
        for (vertex i = 0; i < vertices; ++i) {
          count += tree.any_try_label(i, i == 0 ? 0 : i - 1) ? 1U : 0U;
        }
        mine = count;
      });
    }
  }
  EXPECT_EQ(labelled[0] + labelled[1] + labelled[2], vertices - 1);
  EXPECT_EQ(tree.verify(), "");
}

TEST(torus_tree, verifies_a_spanning_tree) {
  torus_tree tree(4, 5);
  span(tree, 4, 5);
  EXPECT_EQ(tree.verify(), "");
  EXPECT_EQ(tree.reached(), 20U);
  EXPECT_EQ(torus_tree(1, 1).verify(), "");
}

TEST(torus_tree, finds_what_was_not_reached) {
  torus_tree tree(3, 4);
  EXPECT_EQ(tree.verify(), "vertex 1 was not reached");
  for (vertex i = 1; i < 11; ++i) {
    tree.try_label(i, i % 4 == 0 ? i - 4 : i - 1);
  }
  EXPECT_EQ(tree.verify(), "vertex 11 was not reached");
}

TEST(torus_tree, finds_parents_that_are_no_neighbours) {
  torus_tree tree(3, 4);
  ASSERT_TRUE(tree.try_label(1, 0));
  for (vertex i = 2; i < 12; ++i) {
    tree.try_label(i, i == 6 ? 1 : tree.neighbours(i)[i < 4 ? 2 : 0]);
  }
  EXPECT_EQ(tree.verify(), "vertex 6: expected a neighbour as its parent, found 1");
}

TEST(torus_tree, finds_circles) {
  torus_tree tree(3, 4);
  // One cycle goes around the second row, to which the third is attached; another one consists of
  // two vertices.
  for (const vertex i : {4U, 5U, 6U, 7U}) {
    tree.try_label(i, 4 + (i + 1) % 4);
  }
  for (const vertex i : {8U, 9U, 10U, 11U}) {
    tree.try_label(i, i - 4);
  }
  for (const vertex i : {1U, 2U, 3U}) {
    tree.try_label(i, i - 1);
  }
  EXPECT_EQ(tree.verify(), "vertex 4 is its own ancestor");

  torus_tree pair(1, 4);
  pair.try_label(1, 2);
  pair.try_label(2, 1);
  pair.try_label(3, 0);
  EXPECT_EQ(pair.verify(), "vertex 1 is its own ancestor");
}

TEST(torus_tree, finds_a_second_root) {
  torus_tree tree(1, 3);
  tree.try_label(1, 1);
  tree.try_label(2, 0);
  EXPECT_EQ(tree.verify(), "vertex 1 is its own ancestor");
}

}  // namespace
}  // namespace nuthatch::workloads
