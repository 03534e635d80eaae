#pragma once

#include <cstdint>

namespace nuthatch::workloads {

/// The number itself, for checks. Up to 92.
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

}  // namespace nuthatch::workloads
