// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

#include "workloads/kernels/ball_batch.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/point_tree.hpp"
#include "workloads/kernels/tree_traversals.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/spliced.hpp"
#include "workloads/splicing/sweep_cuts.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_point = 1;

/// A node with all nodes below it is a range of keys of the tree. The results of a batch have the
/// key of their place in memory.
using effect = effects::effect<effects::key_range>;

effects::tree_keys keys_of(const point_tree& tree) noexcept {
  return {.tree = &tree, .depth = tree.levels(), .bits = 1};
}

effects::key_range node_alone(const point_tree& tree, tree_place at) noexcept {
  return keys_of(tree).node(at.path, at.level);
}

effects::key_range sub_tree(const point_tree& tree, tree_place at) noexcept {
  return keys_of(tree).sub_tree(at.path, at.level);
}

/// A traversal that renews all weights, and then all sums from the leaves up.
struct renewal {
  point_tree* tree;
  unsigned leaf_level;

  [[nodiscard]] effect touches(tree_place at) const { return effects::writes(sub_tree(*tree, at)); }

  void operator()(declarations<effect>& now, tree_place at) const {
    if (at.level >= leaf_level) {
      now.step(touches(at), [of = tree, at] { of->renew(at); });
      return;
    }
    now.call(*this, at.child(0));
    now.call(*this, at.child(1));
    now.step(effects::reads(node_alone(*tree, at.child(0))) +
                 effects::reads(node_alone(*tree, at.child(1))) +
                 effects::writes(node_alone(*tree, at)),
             [of = tree, at] { of->sum_up(at); });
  }

  template <class Policy>
  void fork(Policy policy, tree_place at) const {
    if (at.level >= leaf_level || !spawns_may_migrate()) {
      state<Policy>(ns_per_point, tree->points_below(at));
      tree->renew(at);
      return;
    }
    fork_join(
        policy,
        [this, policy, at] { fork(policy, at.child(0)); },
        [this, policy, at] { fork(policy, at.child(1)); });
    tree->sum_up(at);
  }
};

/// A traversal for a batch, which skips nodes that concern none of its balls.
struct search {
  point_tree* tree;
  unsigned leaf_level;
  ball_batch batch;

  [[nodiscard]] effect touches(tree_place at, balls_at_node of) const {
    if (of.empty()) {
      return {};
    }
    return effects::reads(of.across == 0 ? node_alone(*tree, at) : sub_tree(*tree, at)) +
           effects::accumulates(effects::key_range(batch.found, 0, 1));
  }

  /// Skipped children are called, too, so that traversals stay together. Each has its first call on
  /// the first child, its second on the other one, and its step when these have ended.
  void operator()(declarations<effect>& now, tree_place at, balls_at_node of) const {
    if (of.across != 0 && at.level < leaf_level) {
      for (const tree_place child : {at.child(0), at.child(1)}) {
        now.call(*this, child, batch.sort(*tree, child, of.across));
      }
      of.across = 0;
    }
    if (!of.empty()) {
      now.step(touches(at, of), [what = *this, at, of] { what.add(at, of); });
    }
  }

  template <class Policy>
  void fork(Policy policy, tree_place at, balls_at_node of) const {
    if (of.empty()) {
      return;
    }
    if (of.across == 0 || at.level >= leaf_level || !spawns_may_migrate()) {
      state<Policy>(ns_per_point, of.across == 0 ? 1 : tree->points_below(at));
      add(at, of);
      return;
    }
    const auto on_child = [this, policy, at, of](std::size_t which) {
      return [this, policy, child = at.child(which), of] {
        fork(policy, child, batch.sort(*tree, child, of.across));
      };
    };
    fork_join(policy, on_child(0), on_child(1));
    add(at, {of.whole, 0});
  }

 private:
  /// Other threads may add to the same sum at the same time, from other sub-trees.
  void add(tree_place at, const balls_at_node& of) const {
    batch.traverse(*tree, at, of, [this](std::size_t i, std::uint64_t sum) {
      // Relaxed: no thread reads before the end of the traversal, which orders all additions.
      std::atomic_ref(batch.found[i]).fetch_add(sum, std::memory_order_relaxed);
    });
  }
};

class kd_tree_instance final : public instance_with_splicing {
 public:
  kd_tree_instance(const traversals_problem& problem, std::size_t group, std::size_t leaf)
      : problem_(problem),
        group_(group),
        all_(problem),
        leaf_level_(all_.tree().level_of(leaf == 0 ? problem.points : leaf)) {}

  void reset() override { all_.start(); }

  void run_serial() override { all_.run_plainly(); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      for_each_traversal(
          [tag](const auto& what, const auto&... where) { what.fork(tag, where...); });
    });
  }

  splice_counts run_spliced(splice_mode mode, const splice_options& options) override {
    const auto calls = [this](auto& now) {
      for_each_traversal(
          [&now](const auto& what, const auto&... where) { now.call(what, where...); });
    };
    if (mode == splice_mode::on) {
      return try_splice<effect>(group_, calls, options);
    }
    if (mode == splice_mode::order) {
      all_.run_together(group_, leaf_level_);
    } else {
      run_in_order<effect>(calls);
    }
    return {};
  }

  std::string verify() override {
    if (!problem_.computes) {
      return {};
    }
    const std::string wrong = all_.compare_some();
    return wrong.empty() ? compare_with_serial() : wrong;
  }

  [[nodiscard]] std::string answer() const override {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : all_.found()) {
      sum += each;
    }
    return problem_.computes ? message("weight in all balls ", sum) : "none, with kernel=empty";
  }

 private:
  /// Calls visit(function, arguments...).
  template <class Visit>
  void for_each_traversal(const Visit& visit) {
    for (std::size_t k = 0; k < all_.count(); ++k) {
      if (all_.renews(k)) {
        visit(renewal{&all_.tree(), leaf_level_}, tree_place{});
      } else {
        const ball_batch batch = all_.batch_of(k);
        visit(
            search{&all_.tree(), leaf_level_, batch}, tree_place{}, balls_at_node{0, batch.all()});
      }
    }
  }

  std::string compare_with_serial() {
    if (serial_ == nullptr) {
      serial_ = std::make_unique<tree_traversals>(problem_);
      serial_->run_plainly();
    }
    if (serial_->found() != all_.found()) {
      return "the weights found differ from the serial ones";
    }
    return serial_->tree().sums() == all_.tree().sums()
               ? ""
               : "the sums of nodes differ from the serial ones";
  }

  traversals_problem problem_;
  std::size_t group_;
  tree_traversals all_;
  unsigned leaf_level_;
  std::unique_ptr<tree_traversals> serial_;
};

}  // namespace

workload kd_tree_workload() {
  constexpr std::int64_t max_points = 1'000'000'000;
  return {
      "kd-tree",
      "traversals of a k-d tree, some of which change what others read; can be spliced",
      {{"points",
        "points of the tree",
        {"2000", "4000000", "30000000"},
        integer_range{1, max_points}},
       {"bucket", "points of a leaf of the tree", {"16", "512", "512"}, integer_range{2, 65536}},
       {"steps",
        "times the weights of points change",
        {"3", "8", "4"},
        integer_range{1, 1'000'000}},
       {"batches",
        "traversals in each step to look up balls",
        {"4", "8", "8"},
        integer_range{1, 10'000}},
       {"balls", "of a batch", {"3", "8", "8"}, integer_range{1, ball_batch::most}},
       {"radius", "of balls in the unit cube", {"0.3", "0.3", "0.3"}, number_range{0, 10}},
       {"group",
        "traversals that are spliced",
        {"5", "9", "9"},
        integer_range{1, max_calls_together}},
       {"leaf",
        "points of a task or spliced step, 0: all",
        {"100", "32768", "32768"},
        integer_range{0, max_points}},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<kd_tree_instance>(
            traversals_problem{.points = chosen.get_size("points"),
                               .bucket = chosen.get_size("bucket"),
                               .steps = chosen.get_size("steps"),
                               .batches = chosen.get_size("batches"),
                               .balls = chosen.get_size("balls"),
                               .radius = static_cast<float>(chosen.get_double("radius")),
                               .computes = kernels_compute(chosen)},
            chosen.get_size("group"),
            chosen.get_size("leaf"));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
