// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/plain_quicksort.hpp"

namespace nuthatch::peers {

using number_range = std::span<std::int32_t>;

using workloads::partition;
using workloads::plain_quicksort;

/// Sorts random integers in place. The lower side of a partition is a spawn, the upper one a call.
/// There are no spawns in ranges of at most `cutoff`.
class quicksort_problem {
 public:
  static constexpr const char* name = "quicksort";

  static settings::values defaults() { return {{"n", "10000000"}, {"cutoff", "2000"}}; }

  explicit quicksort_problem(const settings& parameters)
      : cutoff(parameters.size("cutoff", workloads::short_range, 1LL << 32)),
        all_(parameters.size("n", 2, 1LL << 32)) {}

  number_range range() { return all_.numbers(); }

  void reset() { all_.start(); }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

  std::size_t cutoff;

 private:
  workloads::number_sorting all_;
};

}  // namespace nuthatch::peers
