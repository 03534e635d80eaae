// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/torus_tree.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_vertex = 6;

/// Keeps an explicit list of vertices to continue with: recursion would be as deep as the tree,
/// which may be one path through all vertices.
void span_serially(torus_tree& tree) {
  std::vector<torus_tree::vertex> open{torus_tree::root};
  while (!open.empty()) {
    const torus_tree::vertex at = open.back();
    open.pop_back();
    for (const torus_tree::vertex next : tree.neighbours(at)) {
      if (tree.try_label(next, at)) {
        open.push_back(next);
      }
    }
  }
}

template <class Policy>
void span_from(torus_tree& tree, torus_tree::vertex at) {
  state<Policy>(ns_per_vertex, 1);
  for (const torus_tree::vertex next : tree.neighbours(at)) {
    if (tree.any_try_label(next, at)) {
      async(Policy(), [&tree, next] { span_from<Policy>(tree, next); });
    }
  }
}

class pdfs_instance final : public instance {
 public:
  pdfs_instance(std::size_t rows, std::size_t columns) : tree_(rows, columns) {}

  void reset() override { tree_.start(); }

  void run_serial() override { span_serially(tree_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      finish([this] { span_from<decltype(tag)>(tree_, torus_tree::root); });
    });
  }

  std::string verify() override { return tree_.verify(); }

  /// The answer does not include the tree, which depends on the order of visits.
  [[nodiscard]] std::string answer() const override {
    return message(tree_.reached(), " vertices");
  }

 private:
  torus_tree tree_;
};

}  // namespace

workload pdfs_workload() {
  return {
      "pdfs",
      "spanning tree of a torus by depth-first search, every vertex an async, all in one finish",
      {{"rows", "vertices of a column", {"40", "1000", "2000"}, integer_range{1, 60'000}},
       {"columns", "vertices of a row", {"40", "1000", "2000"}, integer_range{1, 60'000}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<pdfs_instance>(chosen.get_size("rows"), chosen.get_size("columns"));
      }};
}

}  // namespace nuthatch::workloads
