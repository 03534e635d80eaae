// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

#include "workloads/kernels/balanced_quadtree.hpp"
#include "workloads/kernels/cascade.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/quadtree_field.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/spliced.hpp"
#include "workloads/splicing/sweep_cuts.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

using node = balanced_quadtree::node;

constexpr double ns_per_cell = 1.2;

struct quadtree_problem {
  quadtree_shape shape;
  std::size_t cells;  // along a side of a block
  std::size_t steps;
  std::size_t group;
  std::size_t leaf;  // blocks
  bool computes;
};

/// The effect of a time step on a sub-tree. It reads the blocks of the sub-tree and their
/// neighbours in one copy of the field, and writes its own blocks in the other copy.
struct step_on_sub_tree {
  balanced_quadtree::square of;
  bool odd;

  /// Steps from the same copy write different blocks, and otherwise only read.
  [[nodiscard]] bool interferes_with(const step_on_sub_tree& other) const noexcept {
    return odd == other.odd ? of.overlaps(other.of) : of.meets(other.of);
  }

  [[nodiscard]] bool shares_data_with(const step_on_sub_tree& other) const noexcept {
    return of.overlaps(other.of);
  }

  [[nodiscard]] bool covers(const step_on_sub_tree& other) const noexcept {
    return odd == other.odd && of.holds(other.of);
  }
};

/// A time step as a function that can be spliced.
struct time_step {
  const balanced_quadtree* tree;
  quadtree_field* field;
  std::size_t step;
  std::size_t leaf;

  [[nodiscard]] step_on_sub_tree touches(const node* of) const {
    return {of->covers, step % 2 != 0};
  }

  void operator()(declarations<step_on_sub_tree>& now, const node* of) const {
    if (of->is_leaf() || is_small(*of)) {
      now.step(touches(of),
               [into = field, at = step, leaves = of->leaves] { into->advance(at, leaves); });
      return;
    }
    for (std::size_t which = 0; which < of->children.size(); ++which) {
      now.call(*this, &tree->child(*of, which));
    }
  }

  /// The same by fork and join.
  template <class Policy>
  void fork(Policy policy, const node& of) const {
    if (of.is_leaf() || is_small(of) || !spawns_may_migrate()) {
      state<Policy>(ns_per_cell, count(of) * field->cells_of_block());
      field->advance(step, of.leaves);
      return;
    }
    const auto on_child = [this, policy, &of](std::size_t which) {
      return [this, policy, &of, which] {
        fork(policy, tree->child(of, which));
      };
    };
    fork_join(policy, on_child(0), on_child(1), on_child(2), on_child(3));
  }

 private:
  [[nodiscard]] static std::size_t count(const node& of) noexcept {
    return of.leaves.last - of.leaves.first;
  }

  [[nodiscard]] bool is_small(const node& of) const noexcept {
    return leaf == 0 || count(of) <= leaf;
  }
};

/// The cascades for all groups of steps, with parts of at most `leaf` leaves; 0: one part for all.
struct cascades {
  cascades(const balanced_quadtree& tree, const quadtree_problem& problem, std::size_t leaf)
      : of_group(tree, std::min(problem.group, problem.steps), leaf),
        of_rest(tree, problem.steps % problem.group, leaf) {}

  cascade of_group;
  cascade of_rest;
};

class quadtree_instance final : public instance_with_splicing {
 public:
  explicit quadtree_instance(const quadtree_problem& problem)
      : problem_(problem),
        tree_(problem.shape),
        field_(tree_, problem.cells, problem.computes),
        parts_(tree_, problem, problem.leaf),
        leaves_(tree_, problem, 1) {
    field_.start();
  }

  void reset() override { field_.start(); }

  void run_serial() override { run_plainly(field_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      for (std::size_t step = 0; step < problem_.steps; ++step) {
        at(step).fork(tag, tree_.root());
      }
    });
  }

  splice_counts run_spliced(splice_mode mode, const splice_options& options) override {
    const auto calls = [this](auto& now) {
      for (std::size_t step = 0; step < problem_.steps; ++step) {
        now.call(at(step), &tree_.root());
      }
    };
    if (mode == splice_mode::on) {
      return try_splice<step_on_sub_tree>(problem_.group, calls, options);
    }
    if (mode == splice_mode::off) {
      run_in_order<step_on_sub_tree>(calls);
    } else {
      run_cascades(mode == splice_mode::order ? parts_ : leaves_);
    }
    return {};
  }

  std::string verify() override {
    if (!problem_.computes) {
      return {};
    }
    const std::string wrong = field_.compare_some(problem_.steps);
    return wrong.empty() ? compare_with_serial() : wrong;
  }

  [[nodiscard]] std::string answer() const override {
    return problem_.computes
               ? message(tree_.leaves().size(), " blocks, mean ", field_.mean(problem_.steps))
               : "none, with kernel=empty";
  }

 private:
  [[nodiscard]] time_step at(std::size_t step) { return {&tree_, &field_, step, problem_.leaf}; }

  void run_plainly(quadtree_field& field) const {
    for (std::size_t step = 0; step < problem_.steps; ++step) {
      field.advance(step, tree_.root().leaves);
    }
  }

  void run_cascades(const cascades& in) {
    for (std::size_t first = 0; first < problem_.steps; first += problem_.group) {
      const bool whole = problem_.steps - first >= problem_.group;
      for (const cascade::advance& each : (whole ? in.of_group : in.of_rest).in_order()) {
        field_.advance(first + each.step, each.leaves);
      }
    }
  }

  std::string compare_with_serial() {
    if (serial_.empty()) {
      quadtree_field reference(tree_, problem_.cells, /*computes=*/true);
      reference.start();
      run_plainly(reference);
      serial_ = reference.after(problem_.steps);
    }
    const auto [expected, found] = std::ranges::mismatch(serial_, field_.after(problem_.steps));
    if (expected == serial_.end()) {
      return {};
    }
    const auto place = static_cast<std::size_t>(expected - serial_.begin());
    const std::size_t block = problem_.cells * problem_.cells;
    return message("leaf ",
                   place / block,
                   ", cell ",
                   place % block,
                   ": expected exactly ",
                   *expected,
                   ", found ",
                   *found);
  }

  quadtree_problem problem_;
  balanced_quadtree tree_;
  quadtree_field field_;
  cascades parts_;   // with the parts that splicing has
  cascades leaves_;  // with the best parts that we know
  untouched_vector<double> serial_;
};

}  // namespace

workload quadtree_workload() {
  return {
      "quadtree",
      "time steps on a square of blocks that are finer in some places; can be spliced",
      {{"coarsest", "levels of blocks everywhere", {"2", "4", "6"}, integer_range{0, 10}},
       {"finest",
        "levels along the fronts, at least as many",
        {"4", "7", "9"},
        integer_range{0, 12}},
       {"fronts",
        "circles along which blocks are finest",
        {"2", "4", "6"},
        integer_range{0, 1'000}},
       {"cells",
        "cells along each side of a block, an even number",
        {"8", "64", "64"},
        integer_range{2, quadtree_field::max_cells}},
       {"steps", "time steps", {"12", "32", "32"}, integer_range{1, 1'000'000}},
       {"group", "steps that are spliced", {"4", "4", "4"}, integer_range{1, max_calls_together}},
       {"leaf",
        "blocks of a task or spliced step, 0: all",
        {"1", "4", "4"},
        integer_range{0, 1'000'000}},
       {"seed", "of where the fronts lie", {"1", "1", "1"}, integer_range{0, 1'000'000}},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        const std::size_t coarsest = chosen.get_size("coarsest");
        const std::size_t finest = chosen.get_size("finest");
        if (finest < coarsest) {
          chosen.reject("finest", message("an integer of at least coarsest=", coarsest));
        }
        const std::size_t cells = chosen.get_size("cells");
        if (cells % 2 != 0) {
          chosen.reject("cells", "an even number");
        }
        return std::make_unique<quadtree_instance>(
            quadtree_problem{.shape = {.coarsest = static_cast<unsigned>(coarsest),
                                       .finest = static_cast<unsigned>(finest),
                                       .fronts = chosen.get_size("fronts"),
                                       .seed = chosen.get_size("seed")},
                             .cells = cells,
                             .steps = chosen.get_size("steps"),
                             .group = chosen.get_size("group"),
                             .leaf = chosen.get_size("leaf"),
                             .computes = kernels_compute(chosen)});
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
