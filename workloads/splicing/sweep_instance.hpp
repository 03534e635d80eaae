// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/spliced.hpp"
#include "workloads/splicing/fork_leaves.hpp"
#include "workloads/splicing/recursive_sweep.hpp"
#include "workloads/splicing/skewed_loops.hpp"
#include "workloads/splicing/sweep_cuts.hpp"

namespace nuthatch::workloads {

/// A program that is a sequence of sweeps over arrays. A Program has
///
/// - `problem`, its parameters, of which `computes` tells whether its kernels do anything;
/// - `sweep`, a type as recursive_sweep requires; `sweeps()`, their number; `at(k)`, number k;
///   `cells()`, the area of each; `lag(k)`, by how many indices number k has to stay behind the
///   first, so that sweeps can run together from low to high indices;
/// - `start()`, which restores the input, and `result()`, the array that is compared;
/// - `check()`, which returns what is wrong with the result, by other means than sweeps;
/// - `fork_sweep(policy, k, leaf)`, if the cells of a sweep depend on each other;
/// - `finish()`, if something remains to be done after all sweeps;
/// - `ns_per_cell`, the time of a sweep for one cell.
template <class Program>
class sweep_instance final : public instance_with_splicing {
 public:
  static constexpr std::size_t dimensions = Program::sweep::dimensions;
  using problem = typename Program::problem;
  using cuts = sweep_cuts<dimensions>;

  sweep_instance(const problem& given, const cuts& chosen)
      : problem_(given),
        cuts_(chosen),
        program_(given) {
    program_.start();
  }

  void reset() override { program_.start(); }

  void run_serial() override { run_plainly(program_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      for (std::size_t k = 0; k < program_.sweeps(); ++k) {
        fork_sweep(tag, k);
      }
    });
    finish(program_);
  }

  splice_counts run_spliced(splice_mode mode, const splice_options& options) override {
    const splice_counts counts = run_sweeps(mode, options);
    finish(program_);
    return counts;
  }

  std::string verify() override {
    if (!problem_.computes) {
      return {};
    }
    const std::string wrong = program_.check();
    return wrong.empty() ? compare_with_serial() : wrong;
  }

  [[nodiscard]] std::string answer() const override {
    return problem_.computes ? program_.answer() : "none, with kernel=empty";
  }

  [[nodiscard]] Program& program() noexcept { return program_; }

 private:
  splice_counts run_sweeps(splice_mode mode, const splice_options& options) {
    const auto calls = [this](auto& now) {
      for (std::size_t k = 0; k < program_.sweeps(); ++k) {
        now.call(recursive_sweep<typename Program::sweep>{program_.at(k), cuts_.leaf, cuts_.slice},
                 program_.cells());
      }
    };
    switch (mode) {
      case splice_mode::off:
        run_in_order<typename Program::sweep::effect>(calls);
        break;
      case splice_mode::on:
        return try_splice<typename Program::sweep::effect>(cuts_.group, calls, options);
      case splice_mode::order:
        skewed_loops<Program>(program_, cuts_.slice_and_leaf()).run(cuts_.group);
        break;
      case splice_mode::tiled:
        skewed_loops<Program>(program_, cuts_.tile).run(cuts_.tile_depth);
        break;
    }
    return {};
  }

  static void run_plainly(Program& program) {
    for (std::size_t k = 0; k < program.sweeps(); ++k) {
      program.at(k).run(program.cells());
    }
    finish(program);
  }

  static void finish(Program& program) {
    if constexpr (requires { program.finish(); }) {
      program.finish();
    }
  }

  template <class Policy>
  void fork_sweep(Policy policy, std::size_t k) {
    if constexpr (requires { program_.fork_sweep(policy, k, cuts_.leaf); }) {
      program_.fork_sweep(policy, k, cuts_.leaf);
    } else {
      fork_leaves(policy,
                  program_.cells(),
                  cuts_.leaf,
                  [sweep = program_.at(k)](const area<dimensions>& part) {
                    state<Policy>(Program::ns_per_cell, count(part));
                    sweep.run(part);
                  });
    }
  }

  std::string compare_with_serial() {
    if (serial_.empty()) {
      Program reference(problem_);
      reference.start();
      run_plainly(reference);
      serial_.assign(reference.result().begin(), reference.result().end());
    }
    const auto [expected, found] = std::ranges::mismatch(serial_, program_.result());
    return expected == serial_.end() ? ""
                                     : message("element ",
                                               expected - serial_.begin(),
                                               ": expected exactly ",
                                               *expected,
                                               ", found ",
                                               *found);
  }

  problem problem_;
  cuts cuts_;
  Program program_;
  std::vector<double> serial_;
};

}  // namespace nuthatch::workloads
