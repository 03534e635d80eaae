// SPDX-License-Identifier: Apache-2.0

// skynet WORKERS: adds the numbers of 10^8 leaves of a tree with ten children at each node.

#include <array>
#include <cstddef>

#include "report.hpp"

namespace {

constexpr std::size_t fan_out = 10;
constexpr std::uint64_t leaves = 100'000'000;

/// The sum of the numbers of `count` leaves, a power of ten, of which `first` is the first.
std::uint64_t sum_of(std::uint64_t first, std::uint64_t count) {
  if (count == 1) {
    return first;
  }
  const std::uint64_t of_child = count / fan_out;
  std::array<std::uint64_t, fan_out> sums;
  nuthatch::scope children;
  for (std::size_t i = 0; i + 1 < fan_out; ++i) {
    children.spawn(
        [first, of_child, i, sum = &sums[i]] { *sum = sum_of(first + of_child * i, of_child); });
  }
  sums.back() = sum_of(first + of_child * (fan_out - 1), of_child);
  children.sync();
  std::uint64_t total = 0;
  for (const std::uint64_t sum : sums) {
    total += sum;
  }
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  return report(
      workers_of(argc, argv, 1),
      [] { return sum_of(0, leaves); },
      [](std::uint64_t found) { return found == leaves * (leaves - 1) / 2; });
}
