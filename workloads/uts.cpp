// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/uts_tree.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_node = 105;

void add(uts_totals& sum, const uts_totals& part) {
  sum.nodes += part.nodes;
  sum.leaves += part.leaves;
  sum.depth = std::max(sum.depth, part.depth);
}

[[gnu::noinline]] uts_totals count_serial(const uts_tree& tree, const uts_node& node) {
  const std::uint32_t children = tree.count_children(node);
  if (children == 0) {
    return {1, 1, node.depth};
  }
  uts_totals sum{1, 0, 0};
  for (std::uint32_t i = 0; i < children; ++i) {
    add(sum, count_serial(tree, uts_tree::child(node, i)));
  }
  return sum;
}

/// What the children of a node have in common. Their tasks refer to it, which is cheaper than to
/// capture each part.
struct uts_siblings {
  const uts_tree& tree;
  const uts_node& parent;
  uts_totals* totals;
};

/// Stores the totals where the parent expects them.
template <class Policy>
void count_parallel(const uts_tree& tree, const uts_node& node, uts_totals* totals) {
  state<Policy>(ns_per_node, 1);
  const std::uint32_t children = tree.count_children(node);
  if (children == 0) {
    std::construct_at(totals, 1U, 1U, node.depth);
    return;
  }
  // On the stack, since most nodes have a handful of children and a heap block would cost more than
  // their spawns. The largest number is the 2000 of a binomial root.
  auto* const storage = static_cast<uts_totals*>(__builtin_alloca(children * sizeof(uts_totals)));
  const uts_siblings siblings{tree, node, storage};
  {
    scope spawned;
    for (std::uint32_t i = 0; i < children; ++i) {
      spawned.spawn(Policy(), [&siblings, i] {
        count_parallel<Policy>(
            siblings.tree, uts_tree::child(siblings.parent, i), siblings.totals + i);
      });
    }
    spawned.sync();
  }
  uts_totals sum{1, 0, 0};
  for (const uts_totals& part : std::span<const uts_totals>(storage, children)) {
    add(sum, part);
  }
  std::construct_at(totals, sum);
}

class uts_instance final : public instance {
 public:
  explicit uts_instance(const uts_description& description) : tree_(description) {}

  void reset() override { totals_ = {}; }

  void run_serial() override { totals_ = count_serial(tree_, tree_.root()); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      const uts_node root = tree_.root();
      count_parallel<decltype(tag)>(tree_, root, &totals_);
    });
  }

  std::string verify() override {
    const uts_totals& expected = tree_.description().expected;
    return totals_ == expected
               ? std::string()
               : message("expected ", describe(expected), ", found ", describe(totals_));
  }

  [[nodiscard]] std::string answer() const override { return describe(totals_); }

 private:
  static std::string describe(const uts_totals& totals) {
    return message(totals.nodes, " nodes, ", totals.leaves, " leaves, depth ", totals.depth);
  }

  uts_tree tree_;
  uts_totals totals_;
};

}  // namespace

workload uts_workload() {
  return {"uts",
          "size of a tree that SHA-1 makes unforeseeable and unbalanced, every child a spawn",
          {{"tree",
            "which tree: a number, L for its large version, S for its small one",
            {"T1S", "T1", "T1L"},
            names_of_entries(uts_trees())}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<uts_instance>(chosen.get_entry("tree", uts_trees()));
          }};
}

}  // namespace nuthatch::workloads
