// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/quarter_sort.hpp"

namespace nuthatch::peers {

/// Sorts random integers as Cilk's sort does: quarters, and merges of pairs, all in parallel.
class cilksort_problem {
 public:
  static constexpr const char* name = "cilksort";

  static settings::values defaults() {
    return {{"n", "10000000"}, {"cutoff", "32768"}, {"merge-cutoff", "32768"}, {"insertion", "20"}};
  }

  explicit cilksort_problem(const settings& parameters)
      : limits_{.sorted = parameters.size("cutoff", least, most),
                .merged = parameters.size("merge-cutoff", least, most),
                .insertion = parameters.size(
                    "insertion", workloads::quarter_sort_limits::min_insertion, 1'000)},
        all_(parameters.size("n", 2, most)),
        spare_(all_.size()) {}

  void reset() { all_.start(); }

  /// `policy` must have fork_join(policy, call...).
  template <class Policy>
  void run(Policy policy) {
    workloads::sort_by_quarters(policy, all_.numbers(), std::span(spare_), limits_);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

 private:
  static constexpr std::int64_t least = workloads::quarter_sort_limits::least;
  static constexpr std::int64_t most = 1LL << 32;

  workloads::quarter_sort_limits limits_;
  workloads::number_sorting all_;
  std::vector<std::int32_t> spare_;
};

}  // namespace nuthatch::peers
