// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/heated_plate.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/place_blocks.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_point = 1.5;

void run_plainly(heated_plate& plate, std::size_t steps) {
  for (std::size_t step = 0; step < steps; ++step) {
    plate.advance_rows(1, plate.rows() - 1);
    plate.finish_step();
  }
}

struct heat_sizes {
  std::size_t rows;
  std::size_t columns;
  std::size_t steps;
  std::size_t block;
  std::size_t block_columns;
};

class heat_instance final : public instance_with_phases {
 public:
  explicit heat_instance(const heat_sizes& sizes)
      : sizes_(sizes),
        plate_(sizes.rows, sizes.columns) {
    plate_.start();
  }

  void reset() override { plate_.start(); }

  void run_serial() override { run_plainly(plate_, sizes_.steps); }

  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy, [this, &by](auto tag) {
      for (std::size_t step = 0; step < sizes_.steps; ++step) {
        by.run(0, [this, tag, &by] { advance(tag, by); });
        plate_.finish_step();
      }
    });
  }

  std::string verify() override {
    // The first check catches errors that the serial and the parallel program share.
    const std::string problem = plate_.compare_with_waves(sizes_.steps);
    return problem.empty() ? compare_with_serial() : problem;
  }

  [[nodiscard]] std::string answer() const override {
    return message("mean temperature ", plate_.mean());
  }

 private:
  /// By blocks of rows and columns; or by whole rows, in as many blocks as the runtime chooses.
  template <class Policy>
  void advance(Policy policy, const phases& by) {
    const auto advance_part = [this](const grid_part& part) {
      state<Policy>(ns_per_point, part.rows() * part.columns());
      plate_.advance(part);
    };
    if (sizes_.block_columns != 0) {
      const block_size block{sizes_.block == 0 ? 1 : sizes_.block, sizes_.block_columns};
      place_blocks(policy, plate_.inner(), block, advance_part);
      return;
    }
    const auto advance_rows = [this, &advance_part](std::size_t first, std::size_t last) {
      advance_part({first, last, 1, sizes_.columns - 1});
    };
    if (by.plain()) {
      nuthatch::parallel_for_blocked(
          policy, std::size_t{1}, sizes_.rows - 1, advance_rows, grain{sizes_.block});
    } else {
      halve(policy, 1, sizes_.rows - 1, sizes_.block, advance_rows);  // the same, with designation
    }
  }

  std::string compare_with_serial() {
    if (serial_.empty()) {
      heated_plate reference(sizes_.rows, sizes_.columns);
      run_plainly(reference, sizes_.steps);
      serial_ = reference.temperatures();
    }
    const auto [expected, found] = std::ranges::mismatch(serial_, plate_.temperatures());
    if (expected == serial_.end()) {
      return {};
    }
    const auto place = static_cast<std::size_t>(expected - serial_.begin());
    return message("row ",
                   place / sizes_.columns,
                   ", column ",
                   place % sizes_.columns,
                   ": expected exactly ",
                   *expected,
                   ", found ",
                   *found);
  }

  heat_sizes sizes_;
  heated_plate plate_;
  untouched_vector<double> serial_;
};

}  // namespace

workload heat_workload() {
  return {"heat",
          "heat spreading over a plate in time steps, the rows of each in parallel",
          {{"rows", "points along a column", {"200", "1024", "32768"}, integer_range{3, 100'000}},
           {"columns", "points along a row", {"200", "1024", "32768"}, integer_range{3, 100'000}},
           {"steps", "time steps", {"20", "300", "10"}, integer_range{1, 1'000'000}},
           {"block",
            "rows of a task, 0: chosen by the runtime",
            {"8", "16", "64"},
            integer_range{0, 100'000}},
           {"block-columns",
            "columns of a task, 0: all",
            {"0", "0", "8192"},
            integer_range{0, 100'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<heat_instance>(heat_sizes{chosen.get_size("rows"),
                                                              chosen.get_size("columns"),
                                                              chosen.get_size("steps"),
                                                              chosen.get_size("block"),
                                                              chosen.get_size("block-columns")});
          }};
}

}  // namespace nuthatch::workloads
