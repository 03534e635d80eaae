// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/uts_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

const uts_description& named(std::string_view name) {
  return *std::ranges::find(uts_trees(), name, &uts_description::name);
}

// Counts with a list of nodes to visit instead of a recursion.
uts_totals visit_all(const uts_tree& tree) {
  uts_totals totals;
  std::vector<uts_node> open{tree.root()};
  while (!open.empty()) {
    const uts_node node = open.back();
    open.pop_back();
    const std::uint32_t children = tree.count_children(node);
    ++totals.nodes;
    totals.leaves += children == 0 ? 1U : 0U;
    totals.depth = std::max<std::uint64_t>(totals.depth, node.depth);
    for (std::uint32_t i = 0; i < children; ++i) {
      open.push_back(uts_tree::child(node, i));
    }
  }
  return totals;
}

// The totals of the small trees come from a short program that shares only the definition with this
// one. Those of the published trees are checked whenever the workload runs with them.
TEST(uts_tree, small_trees_have_the_totals_of_an_independent_program) {
  EXPECT_EQ(visit_all(uts_tree(named("T1S"))), (uts_totals{63914, 51124, 7}));
  EXPECT_EQ(visit_all(uts_tree(named("T2S"))), (uts_totals{5083, 2792, 41}));
  EXPECT_EQ(visit_all(uts_tree(named("T3S"))), (uts_totals{29837, 26119, 162}));
}

TEST(uts_tree, expects_the_published_totals) {
  EXPECT_EQ(named("T1").expected.nodes, 4130071U);
  EXPECT_EQ(named("T2").expected.nodes, 4117769U);
  EXPECT_EQ(named("T3").expected.nodes, 4112897U);
  EXPECT_EQ(named("T1L").expected.nodes, 102181082U);
  EXPECT_EQ(named("T2L").expected.nodes, 96793510U);
  EXPECT_EQ(named("T3L").expected.nodes, 111345631U);
}

TEST(uts_tree, the_root_of_a_binomial_tree_has_its_own_number_of_children) {
  const uts_tree tree(named("T3"));
  EXPECT_EQ(tree.count_children(tree.root()), 2000U);
}

TEST(uts_tree, other_binomial_nodes_have_all_children_or_none) {
  const uts_tree tree(named("T3"));
  std::uint32_t with_children = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::uint32_t children = tree.count_children(uts_tree::child(tree.root(), i));
    EXPECT_TRUE(children == 0 || children == 8) << children;
    with_children += children == 8 ? 1U : 0U;
  }
  EXPECT_GT(with_children, 200U);  // about 2000 times 0.125
  EXPECT_LT(with_children, 300U);
}

TEST(uts_tree, a_geometric_tree_ends_at_its_depth) {
  const uts_tree tree(named("T1S"));
  uts_node node = tree.root();
  node.depth = 7;
  EXPECT_EQ(tree.count_children(node), 0U);
  node.depth = 100'000;
  EXPECT_EQ(tree.count_children(node), 0U);
}

TEST(uts_tree, siblings_differ) {
  const uts_tree tree(named("T1S"));
  const uts_node root = tree.root();
  EXPECT_NE(uts_tree::child(root, 0).state, uts_tree::child(root, 1).state);
  EXPECT_EQ(uts_tree::child(root, 1).depth, 1U);
}

}  // namespace
}  // namespace nuthatch::workloads
