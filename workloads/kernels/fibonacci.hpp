// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "workloads/spawning/plain_recursion.hpp"

namespace nuthatch::workloads {

/// The Fibonacci number itself, for checks. n is at most 92.
constexpr std::int64_t fibonacci(int n) {
  std::int64_t current = 0;
  std::int64_t next = 1;
  for (int i = 0; i < n; ++i) {
    const std::int64_t after = current + next;
    current = next;
    next = after;
  }
  return current;
}

/// Computes it by the definition.
NUTHATCH_PLAIN_RECURSION inline std::int64_t fib_serial(int n) {
  if (n < 2) {
    return n;
  }
  return fib_serial(n - 1) + fib_serial(n - 2);
}

}  // namespace nuthatch::workloads
