// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

namespace nuthatch::effects {
namespace {

constexpr unsigned depth = 3;
constexpr unsigned bits = 2;

struct node {
  std::uint64_t path;
  unsigned levels;

  [[nodiscard]] bool is_above(const node& other) const {
    return levels <= other.levels && other.path >> ((other.levels - levels) * bits) == path;
  }
};

std::vector<node> all_nodes() {
  std::vector<node> all;
  for (unsigned levels = 0; levels <= depth; ++levels) {
    for (std::uint64_t path = 0; path < std::uint64_t{1} << (levels * bits); ++path) {
      all.push_back({path, levels});
    }
  }
  return all;
}

TEST(tree_keys, sub_trees_overlap_where_one_is_in_the_other) {
  const int tree = 0;
  const tree_keys keys{&tree, depth, bits};
  for (const node& a : all_nodes()) {
    for (const node& b : all_nodes()) {
      const key_range below_a = keys.sub_tree(a.path, a.levels);
      const key_range below_b = keys.sub_tree(b.path, b.levels);
      EXPECT_EQ(below_a.overlaps(below_b), a.is_above(b) || b.is_above(a));
      EXPECT_EQ(below_a.covers(below_b), a.is_above(b));
    }
  }
}

TEST(tree_keys, a_node_alone_is_in_the_sub_trees_above_it) {
  const int tree = 0;
  const tree_keys keys{&tree, depth, bits};
  for (const node& a : all_nodes()) {
    for (const node& b : all_nodes()) {
      const key_range alone = keys.node(b.path, b.levels);
      EXPECT_EQ(keys.sub_tree(a.path, a.levels).overlaps(alone), a.is_above(b));
      EXPECT_EQ(keys.node(a.path, a.levels).overlaps(alone),
                a.path == b.path && a.levels == b.levels);
    }
  }
}

TEST(tree_keys, may_have_57_bits) {
  const int tree = 0;
  const tree_keys keys{&tree, 57, 1};
  const std::uint64_t last = (std::uint64_t{1} << 57) - 1;
  EXPECT_TRUE(keys.sub_tree(0, 0).covers(keys.node(last, 57)));
  EXPECT_FALSE(keys.sub_tree(0, 1).overlaps(keys.node(last, 57)));
  EXPECT_TRUE(keys.sub_tree(1, 1).covers(keys.node(last, 57)));
}

TEST(key_range, of_different_structures_do_not_overlap) {
  const int one = 0;
  const int other = 0;
  EXPECT_FALSE(key_range(&one, 0, 10).overlaps(key_range(&other, 0, 10)));
  EXPECT_FALSE(key_range(&one, 0, 10).covers(key_range(&other, 0, 10)));
  EXPECT_FALSE(key_range(&one, 0, 10).unites(key_range(&other, 0, 10)));
  EXPECT_TRUE(key_range(&one, 0, 10).covers(key_range(&other, 5, 5)));
}

TEST(key_range, unites_with_what_lies_between) {
  const int tree = 0;
  const key_range low(&tree, 0, 3);
  const key_range high(&tree, 5, 9);
  EXPECT_FALSE(low.joins(high));
  EXPECT_EQ(low.united(high).first(), 0U);
  EXPECT_EQ(low.united(high).last(), 9U);
  EXPECT_TRUE(low.joins(key_range(&tree, 3, 4)));
}

}  // namespace
}  // namespace nuthatch::effects
