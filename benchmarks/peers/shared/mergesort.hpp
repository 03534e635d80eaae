// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/two_buffer_sort.hpp"

namespace nuthatch::peers {

/// Sorts random integers; the halves and their merge run in parallel.
class mergesort_problem {
 public:
  static constexpr const char* name = "mergesort";

  static settings::values defaults() { return {{"n", "10000000"}, {"cutoff", "2000"}}; }

  explicit mergesort_problem(const settings& parameters)
      : cutoff_(parameters.size("cutoff", workloads::two_buffer_sort::shortest, 1LL << 32)),
        all_(parameters.size("n", 2, 1LL << 32)),
        spare_(all_.size()) {}

  void reset() { all_.start(); }

  /// `policy` must have fork_join(policy, call, call).
  template <class Policy>
  void run(Policy policy) {
    workloads::two_buffer_sort::run(policy, all_.numbers(), spare_, cutoff_);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

 private:
  std::size_t cutoff_;
  workloads::number_sorting all_;
  std::vector<std::int32_t> spare_;
};

}  // namespace nuthatch::peers
