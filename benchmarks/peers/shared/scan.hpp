// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/prefix_sums.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/split_blocks.hpp"

namespace nuthatch::peers {

/// The sums of all prefixes of an array: two loops over its blocks.
class scan_problem {
 public:
  static constexpr const char* name = "scan";

  static settings::values defaults() { return {{"n", "33554432"}, {"blocks", "512"}}; }

  explicit scan_problem(const settings& parameters)
      : sums_(parameters.size("n", 1, 10'000'000'000),
              parameters.size("blocks", 1, 1'000'000),
              workloads::untouched) {}

  void reset() { sums_.start(); }

  /// Restores the input by the loops of run(). `policy` has to fit split_blocks().
  template <class Policy>
  void reset(Policy policy) {
    each_block(policy, [this](std::size_t block) { sums_.start(block); });
  }

  template <class Policy>
  void run(Policy policy) {
    each_block(policy, [this](std::size_t block) { sums_.find_sum(block); });
    sums_.carry_sums();
    each_block(policy, [this](std::size_t block) { sums_.sum_up(block); });
  }

  [[nodiscard]] std::string answer() const {
    return workloads::message("sum of all ", sums_.total());
  }

  [[nodiscard]] std::string verify() const { return sums_.compare_with_integers(); }

 private:
  /// Returns the blocks as a grid of one column.
  template <class Policy, class Body>
  void each_block(Policy policy, const Body& body) {
    split_blocks(policy,
                 workloads::grid_part{0, sums_.blocks(), 0, 1},
                 workloads::block_size{1, 1},
                 [&body](const workloads::grid_part& part) { body(part.first_row); });
  }

  workloads::prefix_sums sums_;
};

}  // namespace nuthatch::peers
