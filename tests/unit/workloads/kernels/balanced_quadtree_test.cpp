// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/balanced_quadtree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

using index = balanced_quadtree::index;
using kind = balanced_quadtree::neighbour::kind;
using node = balanced_quadtree::node;
using side = balanced_quadtree::side;

balanced_quadtree some_tree(std::uint64_t seed) {
  return balanced_quadtree({.coarsest = 2, .finest = 7, .fronts = 3, .seed = seed});
}

/// Calls visit for all nodes, children after their parent.
template <class Visit>
void for_each_node(const balanced_quadtree& tree, const node& at, const Visit& visit) {
  visit(at);
  for (std::size_t which = 0; which < 4 && !at.is_leaf(); ++which) {
    for_each_node(tree, tree.child(at, which), visit);
  }
}

/// Returns the neighbours of a leaf, found by places of the finest level.
std::set<index> leaves_beside(const balanced_quadtree& tree,
                              const balanced_quadtree::leaf& of,
                              side which) {
  const auto all = std::int64_t{1} << tree.finest();
  const std::int64_t width = all >> of.level;
  const std::int64_t left = of.place[0] * width;
  const std::int64_t top = of.place[1] * width;
  std::set<index> found;
  for (std::int64_t i = 0; i < width; ++i) {
    std::int64_t x = left + i;
    std::int64_t y = top + i;
    if (which == side::west || which == side::east) {
      x = which == side::west ? left - 1 : left + width;
    } else {
      y = which == side::north ? top - 1 : top + width;
    }
    if (std::min(x, y) >= 0 && std::max(x, y) < all) {
      found.insert(tree.find(tree.finest(), {static_cast<index>(x), static_cast<index>(y)}));
    }
  }
  return found;
}

class balanced_quadtrees : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(balanced_quadtrees, cover_the_square_by_leaves_of_several_levels) {
  const balanced_quadtree tree = some_tree(GetParam());
  double covered = 0;
  std::set<unsigned> levels;
  for (const balanced_quadtree::leaf& each : tree.leaves()) {
    covered += std::ldexp(1.0, -2 * static_cast<int>(each.level));
    levels.insert(each.level);
  }
  EXPECT_EQ(covered, 1);
  EXPECT_GE(*levels.begin(), 2U);
  EXPECT_EQ(*levels.rbegin(), 7U);
  EXPECT_GE(levels.size(), 4U);
}

TEST_P(balanced_quadtrees, number_the_leaves_of_a_sub_tree_side_by_side) {
  const balanced_quadtree tree = some_tree(GetParam());
  EXPECT_EQ(tree.root().leaves.first, 0U);
  EXPECT_EQ(tree.root().leaves.last, tree.leaves().size());
  for_each_node(tree, tree.root(), [&tree](const node& at) {
    index next = at.leaves.first;
    for (std::size_t which = 0; which < 4 && !at.is_leaf(); ++which) {
      EXPECT_EQ(tree.child(at, which).leaves.first, next);
      next = tree.child(at, which).leaves.last;
    }
    EXPECT_EQ(at.is_leaf() ? next + 1 : next, at.leaves.last);
  });
}

TEST_P(balanced_quadtrees, know_what_lies_beside_each_leaf) {
  const balanced_quadtree tree = some_tree(GetParam());
  for (const balanced_quadtree::leaf& each : tree.leaves()) {
    for (const side which : balanced_quadtree::sides) {
      const balanced_quadtree::neighbour& beside = each.beside[static_cast<std::size_t>(which)];
      const std::set<index> expected = leaves_beside(tree, each, which);
      if (beside.is == kind::edge) {
        EXPECT_TRUE(expected.empty());
        continue;
      }
      EXPECT_EQ(std::set<index>(beside.at.begin(), beside.at.end()), expected);
      const int finer = beside.is == kind::finer ? 1 : beside.is == kind::coarser ? -1 : 0;
      EXPECT_EQ(static_cast<int>(tree.leaves()[beside.at[0]].level) - static_cast<int>(each.level),
                finer);
    }
  }
}

TEST_P(balanced_quadtrees, know_by_their_squares_what_lies_beside_a_sub_tree) {
  const balanced_quadtree tree = some_tree(GetParam());
  for_each_node(tree, tree.root(), [&tree](const node& at) {
    std::set<index> expected;
    for (index leaf = at.leaves.first; leaf < at.leaves.last; ++leaf) {
      expected.insert(leaf);
      for (const side which : balanced_quadtree::sides) {
        expected.merge(leaves_beside(tree, tree.leaves()[leaf], which));
      }
    }
    for_each_node(tree, tree.root(), [&at, &expected](const node& other) {
      const auto first = expected.lower_bound(other.leaves.first);
      EXPECT_EQ(at.covers.meets(other.covers),
                first != expected.end() && *first < other.leaves.last);
      EXPECT_EQ(at.covers.overlaps(other.covers), at.leaves.overlaps(other.leaves));
      EXPECT_EQ(at.covers.holds(other.covers),
                at.leaves.first <= other.leaves.first && other.leaves.last <= at.leaves.last);
    });
  });
}

INSTANTIATE_TEST_SUITE_P(seeds, balanced_quadtrees, ::testing::Values(1, 2, 3, 77));

TEST(balanced_quadtree, differs_by_seed) {
  EXPECT_NE(some_tree(1).leaves().size(), some_tree(2).leaves().size());
}

TEST(balanced_quadtree, may_be_one_leaf_or_a_grid) {
  EXPECT_EQ(balanced_quadtree({.coarsest = 0, .finest = 0, .fronts = 3, .seed = 1}).leaves().size(),
            1U);
  EXPECT_EQ(balanced_quadtree({.coarsest = 3, .finest = 6, .fronts = 0, .seed = 1}).leaves().size(),
            64U);
}

}  // namespace
}  // namespace nuthatch::workloads
