// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/red_black_grid.hpp"

namespace nuthatch::peers {

using workloads::grid_colour;

/// Successive over-relaxation. In each half step every block of rows is a task, spawned from a
/// loop.
class sor_problem {
 public:
  static constexpr const char* name = "sor";

  static settings::values defaults() { return {{"n", "1000"}, {"steps", "300"}, {"blocks", "0"}}; }

  explicit sor_problem(const settings& parameters)
      : grid_(static_cast<std::size_t>(parameters.integer("n", 3, 30'000))),
        steps_(static_cast<std::size_t>(parameters.integer("steps", 1, 1'000'000))),
        blocks_(static_cast<std::size_t>(parameters.integer("blocks", 0, 1'000'000))) {
    constexpr std::size_t automatic = 64;
    blocks_ = blocks_ == 0 ? automatic : blocks_;
  }

  void reset() { grid_.start(); }

  /// Calls run_half_step(task, blocks) for each half step in order. It has to call task(i) for
  /// every i below `blocks`.
  template <class RunHalfStep>
  void for_each_half_step(RunHalfStep&& run_half_step) {
    const std::size_t inner = grid_.size() - 2;
    for (std::size_t step = 0; step < steps_; ++step) {
      for (const grid_colour colour : {grid_colour::red, grid_colour::black}) {
        run_half_step(
            [this, colour, inner](std::size_t block) {
              grid_.relax_rows(
                  colour, 1 + inner * block / blocks_, 1 + inner * (block + 1) / blocks_);
            },
            blocks_);
      }
    }
  }

  [[nodiscard]] std::string answer() const {
    double sum = 0;
    for (const float value : grid_.values()) {
      sum += value;
    }
    return workloads::message("sum ", sum);
  }

  [[nodiscard]] std::string verify() const {
    constexpr double tolerance = 5e-4;  // of the workload
    const workloads::relaxed_waves exact(grid_.size(), steps_);
    for (std::size_t at = 0; at < grid_.values().size(); ++at) {
      const double expected = exact.at(at / grid_.size(), at % grid_.size());
      if (!(std::abs(grid_.values()[at] - expected) <= tolerance)) {
        return workloads::message(
            "point ", at, ": expected about ", expected, ", found ", grid_.values()[at]);
      }
    }
    return "";
  }

 private:
  workloads::red_black_grid grid_;
  std::size_t steps_;
  std::size_t blocks_;
};

}  // namespace nuthatch::peers
