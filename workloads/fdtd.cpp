// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/electromagnetic_field.hpp"
#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/place_blocks.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_point = 0.7;  // of one of the three loops

struct fdtd_sizes {
  std::size_t rows;
  std::size_t columns;
  std::size_t steps;
  block_size block;
};

/// The three loops have the same blocks. So the first loop is the phase, and the others follow it:
/// the worker that has advanced a block finds it in its caches in all three.
template <class Policy>
void run_steps(
    Policy policy, phases& by, electromagnetic_field& field, std::size_t steps, block_size block) {
  const auto loop =
      [policy, &field, block](void (electromagnetic_field::*advance)(const grid_part&) noexcept) {
        place_blocks(policy, field.all(), block, [&field, advance](const grid_part& part) {
          state<Policy>(ns_per_point, part.rows() * part.columns());
          (field.*advance)(part);
        });
      };
  for (std::size_t step = 0; step < steps; ++step) {
    by.run(0, [&loop] { loop(&electromagnetic_field::advance_down); });
    by.follow(0, [&loop] { loop(&electromagnetic_field::advance_across); });
    by.follow(0, [&loop] { loop(&electromagnetic_field::advance_magnetic); });
  }
}

class fdtd_instance final : public instance_with_phases {
 public:
  explicit fdtd_instance(const fdtd_sizes& sizes)
      : sizes_(sizes),
        field_(sizes.rows, sizes.columns) {}

  void reset() override { field_.start(); }

  void run_serial() override { run_plainly(field_); }

  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy,
                [this, &by](auto tag) { run_steps(tag, by, field_, sizes_.steps, sizes_.block); });
  }

  std::string verify() override {
    const std::string problem = field_.compare_with_waves(sizes_.steps);
    return problem.empty() ? compare_with_serial() : problem;
  }

  [[nodiscard]] std::string answer() const override {
    return message("mean square of the magnetic field ", field_.mean_square());
  }

 private:
  /// Advances whole rows, one after the other.
  void run_plainly(electromagnetic_field& field) const {
    for (std::size_t step = 0; step < sizes_.steps; ++step) {
      field.advance_down(field.all());
      field.advance_across(field.all());
      field.advance_magnetic(field.all());
    }
  }

  std::string compare_with_serial() {
    if (serial_.empty()) {
      electromagnetic_field reference(sizes_.rows, sizes_.columns);
      run_plainly(reference);
      serial_ = reference.magnetic();
    }
    const auto [expected, found] = std::ranges::mismatch(serial_, field_.magnetic());
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

  fdtd_sizes sizes_;
  electromagnetic_field field_;
  untouched_vector<double> serial_;
};

}  // namespace

workload fdtd_workload() {
  return {
      "fdtd",
      "an electromagnetic field in time steps, each of them three loops over blocks",
      {{"rows", "points along a column", {"150", "1024", "32768"}, integer_range{3, 100'000}},
       {"columns", "points along a row", {"150", "1024", "32768"}, integer_range{3, 100'000}},
       {"steps", "time steps", {"20", "100", "10"}, integer_range{1, 1'000'000}},
       {"block-rows", "rows of a block", {"16", "32", "64"}, integer_range{1, 100'000}},
       {"block-columns", "columns of a block", {"64", "1024", "8192"}, integer_range{1, 100'000}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<fdtd_instance>(
            fdtd_sizes{chosen.get_size("rows"),
                       chosen.get_size("columns"),
                       chosen.get_size("steps"),
                       {chosen.get_size("block-rows"), chosen.get_size("block-columns")}});
      }};
}

}  // namespace nuthatch::workloads
