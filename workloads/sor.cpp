// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/red_black_grid.hpp"
#include "workloads/spawning/spawn_each.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_point = 0.8;

constexpr std::size_t automatic_blocks = 64;  // as many as the literature has workers

void run_plainly(red_black_grid& grid, std::size_t steps) {
  for (std::size_t step = 0; step < steps; ++step) {
    for (const grid_colour colour : {grid_colour::red, grid_colour::black}) {
      grid.relax_rows(colour, 1, grid.size() - 1);
    }
  }
}

template <class Policy>
void relax(Policy policy, red_black_grid& grid, grid_colour colour, std::size_t blocks) {
  const std::size_t inner = grid.size() - 2;
  spawn_each(policy, blocks, [&grid, colour, inner, blocks](std::size_t block) {
    const std::size_t first = 1 + inner * block / blocks;
    const std::size_t last = 1 + inner * (block + 1) / blocks;
    state<Policy>(ns_per_point, (last - first) * grid.size() / 2);
    grid.relax_rows(colour, first, last);
  });
}

class sor_instance final : public instance {
 public:
  sor_instance(std::size_t n, std::size_t steps, std::size_t blocks)
      : steps_(steps),
        blocks_(blocks == 0 ? automatic_blocks : blocks),
        grid_(n) {}

  void reset() override { grid_.start(); }

  void run_serial() override { run_plainly(grid_, steps_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      for (std::size_t step = 0; step < steps_; ++step) {
        for (const grid_colour colour : {grid_colour::red, grid_colour::black}) {
          relax(tag, grid_, colour, blocks_);
        }
      }
    });
  }

  std::string verify() override {
    const std::string problem = compare_with_closed_form();
    return problem.empty() ? compare_with_serial() : problem;
  }

  [[nodiscard]] std::string answer() const override {
    double sum = 0;
    for (const float value : grid_.values()) {
      sum += value;
    }
    return message("sum ", sum);
  }

 private:
  /// Catches errors that the serial and the parallel program share.
  [[nodiscard]] std::string compare_with_closed_form() const {
    // Ten times the measured effect of rounding on values up to 160. It does not grow with the
    // steps.
    constexpr double tolerance = 5e-4;
    const relaxed_waves exact(grid_.size(), steps_);
    for (std::size_t place = 0; place < grid_.values().size(); ++place) {
      const double found = grid_.values()[place];
      const double expected = exact.at(place / grid_.size(), place % grid_.size());
      if (!(std::abs(found - expected) <= tolerance)) {
        return describe(place, "about ", expected);
      }
    }
    return {};
  }

  std::string compare_with_serial() {
    if (serial_.empty()) {
      red_black_grid reference(grid_.size());
      run_plainly(reference, steps_);
      serial_ = reference.values();
    }
    const auto expected = std::ranges::mismatch(serial_, grid_.values()).in1;
    return expected == serial_.end()
               ? std::string()
               : describe(
                     static_cast<std::size_t>(expected - serial_.begin()), "exactly ", *expected);
  }

  [[nodiscard]] std::string describe(std::size_t place,
                                     std::string_view kind,
                                     double expected) const {
    return message("row ",
                   place / grid_.size(),
                   ", column ",
                   place % grid_.size(),
                   ": expected ",
                   kind,
                   expected,
                   ", found ",
                   grid_.values()[place]);
  }

  std::size_t steps_;
  std::size_t blocks_;
  red_black_grid grid_;
  std::vector<float> serial_;
};

}  // namespace

workload sor_workload() {
  return {"sor",
          "successive over-relaxation of a square grid, half a step from one loop of spawns each",
          {{"n", "points along each side", {"300", "1000", "2000"}, integer_range{3, 30'000}},
           {"steps", "steps over both colours", {"40", "300", "100"}, integer_range{1, 1'000'000}},
           {"blocks",
            "tasks of a half step, 0: 64 as in the literature",
            {"0", "0", "0"},
            integer_range{0, 1'000'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<sor_instance>(
                chosen.get_size("n"), chosen.get_size("steps"), chosen.get_size("blocks"));
          }};
}

}  // namespace nuthatch::workloads
