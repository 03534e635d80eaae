#pragma once

#include <cstdint>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/fibonacci.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

/// Fibonacci numbers by their definition: every call but the leaves is a spawn and a call.
struct fib_problem {
  static constexpr const char* name = "fib";

  static settings::values defaults() { return {{"n", "35"}}; }

  explicit fib_problem(const settings& parameters)
      : n(static_cast<int>(parameters.integer("n", 0, 90))) {}

  void reset() { result = 0; }

  [[nodiscard]] std::string answer() const { return std::to_string(result); }

  [[nodiscard]] std::string verify() const {
    const std::int64_t expected = workloads::fibonacci(n);
    return result == expected ? "" : workloads::message("expected ", expected, ", found ", result);
  }

  int n;
  std::int64_t result = 0;
};

}  // namespace nuthatch::peers
