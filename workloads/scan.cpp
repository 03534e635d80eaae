// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/prefix_sums.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_addition = 0.8;

class scan_instance final : public instance_with_phases {
 public:
  scan_instance(std::size_t numbers, std::size_t blocks) : sums_(numbers, blocks) {}

  void reset() override { sums_.start(); }

  void run_serial() override { sums_.sum_up(); }

  /// Computes the sum of each block, then the sums of all blocks before each block, and then each
  /// block by itself, on the worker that has read it before.
  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy, [this, &by](auto tag) {
      by.run(0, [this, tag] { find_sums(tag); });
      sums_.carry_sums();
      by.follow(0, [this, tag] { sum_up(tag); });
    });
  }

  std::string verify() override { return sums_.compare_with_integers(); }

  [[nodiscard]] std::string answer() const override {
    return message("sum of all ", sums_.total());
  }

 private:
  template <class Policy>
  void find_sums(Policy policy) {
    each_block(policy, [this](std::size_t block) { sums_.find_sum(block); });
  }

  template <class Policy>
  void sum_up(Policy policy) {
    each_block(policy, [this](std::size_t block) { sums_.sum_up(block); });
  }

  template <class Policy, class Body>
  void each_block(Policy policy, const Body& body) {
    halve(policy, 0, sums_.blocks(), 1, [this, &body](std::size_t first, std::size_t last) {
      for (std::size_t block = first; block < last; ++block) {
        state<Policy>(ns_per_addition, sums_.length(block));
        body(block);
      }
    });
  }

  prefix_sums sums_;
};

}  // namespace

workload scan_workload() {
  return {"scan",
          "the sums of all prefixes of a row of numbers, block by block in two passes",
          {{"n", "numbers", {"100000", "33554432", "33554432"}, integer_range{1, 10'000'000'000}},
           {"blocks",
            "blocks, each a task of either pass",
            {"16", "512", "512"},
            integer_range{1, 1'000'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<scan_instance>(chosen.get_size("n"), chosen.get_size("blocks"));
          }};
}

}  // namespace nuthatch::workloads
