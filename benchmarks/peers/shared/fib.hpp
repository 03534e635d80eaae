// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/fibonacci.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

using workloads::fib_serial;

/// Fibonacci numbers by their definition. Every call except the leaves is a spawn and a call; calls
/// for numbers below `cutoff` are plain calls.
struct fib_problem {
  static constexpr const char* name = "fib";

  static settings::values defaults() { return {{"n", "35"}, {"cutoff", "0"}}; }

  explicit fib_problem(const settings& parameters)
      : n(static_cast<int>(parameters.integer("n", 0, 90))),
        cutoff(static_cast<int>(parameters.integer("cutoff", 0, 90))) {}

  /// Whether there is a cut-off, which is at least 3.
  [[nodiscard]] bool has_cutoff() const { return cutoff > 2; }

  void reset() { result = 0; }

  [[nodiscard]] std::string answer() const { return std::to_string(result); }

  [[nodiscard]] std::string verify() const {
    const std::int64_t expected = workloads::fibonacci(n);
    return result == expected ? "" : workloads::message("expected ", expected, ", found ", result);
  }

  int n;
  int cutoff;
  std::int64_t result = 0;
};

}  // namespace nuthatch::peers
