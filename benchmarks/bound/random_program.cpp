// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "bound/program.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::benchmarks {

namespace {

/// A node, which determines everything below it.
struct node {
  std::uint64_t state;
  unsigned depth;
};

/// Returns random number `which` of a node, less than `n`.
std::uint64_t draw(const node& at, std::uint64_t which, std::uint64_t n) {
  return workloads::mix(at.state + which) % n;
}

/// The actions of a node, given the fan-out and depth that the seed of the tree determines.
class random_tree {
 public:
  random_tree(std::uint64_t seed, std::uint64_t about_nodes)
      : root_{workloads::mix(seed), 0},
        max_children_(3 + static_cast<unsigned>(draw(root_, 100, 6))),
        depth_(depth_of(about_nodes, max_children_)) {}

  [[nodiscard]] const node& root() const { return root_; }

  [[nodiscard]] unsigned children(const node& at) const {
    constexpr unsigned never_childless = 4;  // so that no tree ends at its root
    if (at.depth >= depth_) {
      return 0;
    }
    const unsigned least = at.depth < never_childless ? 1 : 0;
    return least + static_cast<unsigned>(draw(at, 0, max_children_ + 1 - least));
  }

  static node child(const node& of, unsigned index) {
    return {workloads::mix(of.state ^ workloads::mix(index + 1)), of.depth + 1};
  }

  static std::uint64_t ns_before(const node& at) { return draw(at, 1, 1'000); }

  static std::uint64_t ns_after(const node& at) { return draw(at, 2, 200); }

 private:
  /// On average, a node has half of the maximal number of children.
  static unsigned depth_of(std::uint64_t about_nodes, unsigned max_children) {
    const double levels = std::log(static_cast<double>(about_nodes)) / std::log(max_children / 2.0);
    return static_cast<unsigned>(std::lround(levels));
  }

  node root_;
  unsigned max_children_;
  unsigned depth_;
};

dag shape_of(const random_tree& tree, const node& at, std::uint64_t spawn_ns) {
  task_dag task(spawn_ns);
  task.work(random_tree::ns_before(at));
  const unsigned children = tree.children(at);
  for (unsigned i = 0; i < children; ++i) {
    task.spawn(shape_of(tree, random_tree::child(at, i), spawn_ns));
  }
  task.sync();
  task.work(random_tree::ns_after(at));
  return task.whole();
}

/// Returns the number of nodes.
template <class Policy>
std::uint64_t visit(Policy policy, const random_tree& tree, const node& at) {
  charge_work(random_tree::ns_before(at));
  const unsigned children = tree.children(at);
  std::vector<std::uint64_t> below(children);
  scope spawned;
  for (unsigned i = 0; i < children; ++i) {
    spawned.spawn(policy, [&below, &tree, policy, i, to = random_tree::child(at, i)] {
      below[i] = visit(policy, tree, to);
    });
  }
  spawned.sync();
  charge_work(random_tree::ns_after(at));
  std::uint64_t nodes = 1;
  for (const std::uint64_t part : below) {
    nodes += part;
  }
  return nodes;
}

std::uint64_t visit_by(spawn_policy policy, const random_tree& tree) {
  switch (policy) {
    case spawn_policy::work_first:
      return visit(work_first, tree, tree.root());
    case spawn_policy::help_first:
      return visit(help_first, tree, tree.root());
    case spawn_policy::adaptive:
      break;
  }
  return visit(adaptive, tree, tree.root());
}

}  // namespace

program random_program(std::uint64_t seed, std::uint64_t about_nodes, std::uint64_t spawn_ns) {
  const auto tree = std::make_shared<const random_tree>(seed, about_nodes);
  const dag shape = shape_of(*tree, tree->root(), spawn_ns);
  return {"random " + std::to_string(seed), shape, [tree, shape](spawn_policy policy) {
            if (const std::uint64_t nodes = visit_by(policy, *tree); nodes != shape.spawns + 1) {
              throw error("random tree: expected " + std::to_string(shape.spawns + 1) +
                          " nodes, found " + std::to_string(nodes));
            }
          }};
}

}  // namespace nuthatch::benchmarks
