// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/heated_plate.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/split_blocks.hpp"

namespace nuthatch::peers {

using workloads::block_size;
using workloads::grid_part;

/// Heat that spreads over a plate in time steps. The blocks of each step run in parallel.
class heat_problem {
 public:
  static constexpr const char* name = "heat";

  static settings::values defaults() {
    return {{"rows", "1024"},
            {"columns", "1024"},
            {"steps", "300"},
            {"block", "16"},
            {"block-columns", "0"}};
  }

  explicit heat_problem(const settings& parameters)
      : steps(parameters.size("steps", 1, 1'000'000)),
        plate_(parameters.size("rows", 3, 100'000),
               parameters.size("columns", 3, 100'000),
               workloads::untouched),
        block_{parameters.size("block", 0, 100'000), parameters.size("block-columns", 0, 100'000)} {
  }

  [[nodiscard]] grid_part inner() const { return plate_.inner(); }

  /// Whether the runtime may choose how many rows run together, if it can.
  [[nodiscard]] bool chooses_runtime() const { return block_.rows == 0 && block_.columns == 0; }

  /// Returns the block size of the parameters. If they leave the choice to the runtime, and the
  /// runtime leaves it to its user, there are several blocks per worker.
  [[nodiscard]] block_size block_for(unsigned workers) const {
    constexpr std::size_t blocks_per_worker = 8;
    if (block_.columns != 0) {
      return {block_.rows == 0 ? 1 : block_.rows, block_.columns};
    }
    return {block_.rows != 0 ? block_.rows : 1 + plate_.rows() / (blocks_per_worker * workers),
            plate_.columns()};
  }

  /// Computes a part of inner() for the next step.
  void advance(const grid_part& part) { plate_.advance(part); }

  void finish_step() { plate_.finish_step(); }

  void reset() { plate_.start(); }

  /// Restores the input by the loops of run(). `policy` has to fit split_blocks().
  template <class Policy>
  void reset(Policy policy, block_size block) {
    split_blocks(policy, inner(), block, [this](const grid_part& part) { plate_.start(part); });
  }

  template <class Policy>
  void run(Policy policy, block_size block) {
    for (std::size_t step = 0; step < steps; ++step) {
      split_blocks(policy, inner(), block, [this](const grid_part& part) { advance(part); });
      finish_step();
    }
  }

  [[nodiscard]] std::string answer() const {
    return workloads::message("mean temperature ", plate_.mean());
  }

  [[nodiscard]] std::string verify() const { return plate_.compare_with_waves(steps); }

  std::size_t steps;

 private:
  workloads::heated_plate plate_;
  block_size block_;
};

}  // namespace nuthatch::peers
