// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/electromagnetic_field.hpp"
#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/split_blocks.hpp"

namespace nuthatch::peers {

using workloads::block_size;
using workloads::grid_part;

/// An electromagnetic field in time steps, each of which consists of three loops over blocks.
class fdtd_problem {
 public:
  static constexpr const char* name = "fdtd";

  static settings::values defaults() {
    return {{"rows", "1024"},
            {"columns", "1024"},
            {"steps", "100"},
            {"block-rows", "32"},
            {"block-columns", "1024"}};
  }

  explicit fdtd_problem(const settings& parameters)
      : field_(parameters.size("rows", 3, 100'000),
               parameters.size("columns", 3, 100'000),
               workloads::untouched),
        steps_(parameters.size("steps", 1, 1'000'000)),
        block_{parameters.size("block-rows", 1, 100'000),
               parameters.size("block-columns", 1, 100'000)} {}

  void reset() { field_.start(); }

  /// Restores the input by the loops of run(). `policy` has to fit split_blocks().
  template <class Policy>
  void reset(Policy policy) {
    each_block(policy, [this](const grid_part& part) { field_.start(part); });
  }

  template <class Policy>
  void run(Policy policy) {
    for (std::size_t step = 0; step < steps_; ++step) {
      each_block(policy, [this](const grid_part& part) { field_.advance_down(part); });
      each_block(policy, [this](const grid_part& part) { field_.advance_across(part); });
      each_block(policy, [this](const grid_part& part) { field_.advance_magnetic(part); });
    }
  }

  [[nodiscard]] std::string answer() const {
    return workloads::message("mean square of the magnetic field ", field_.mean_square());
  }

  [[nodiscard]] std::string verify() const { return field_.compare_with_waves(steps_); }

 private:
  template <class Policy, class Body>
  void each_block(Policy policy, const Body& body) {
    split_blocks(policy, field_.all(), block_, body);
  }

  workloads::electromagnetic_field field_;
  std::size_t steps_;
  block_size block_;
};

}  // namespace nuthatch::peers
