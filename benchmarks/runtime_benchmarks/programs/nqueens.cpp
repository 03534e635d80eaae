// SPDX-License-Identifier: Apache-2.0

// nqueens WORKERS: the ways to place 14 queens on a board, each placement a task.

#include <array>
#include <cstddef>

#include "report.hpp"

namespace {

constexpr int side = 14;
constexpr int solutions = 365'596;

using board = std::array<char, side>;

/// Compares characters with integers, as the programs of the peers do.
bool is_safe(const board& queens, int row, int column) {
  const char wanted = static_cast<char>(column);
  for (int earlier = 0; earlier < row; ++earlier) {
    const char found = queens[static_cast<std::size_t>(earlier)];
    const int distance = row - earlier;
    if (wanted == found || wanted == found - distance || wanted == found + distance) {
      return false;
    }
  }
  return true;
}

/// The number of solutions with these queens in the rows before `row`.
int count(int row, const board& queens) {
  if (row == side) {
    return 1;
  }
  std::array<int, side> found;
  std::size_t placed = 0;
  nuthatch::scope children;
  for (int column = 0; column < side; ++column) {
    if (is_safe(queens, row, column)) {
      children.spawn([&queens, row, column, result = &found[placed]] {
        board extended = queens;
        extended[static_cast<std::size_t>(row)] = static_cast<char>(column);
        *result = count(row + 1, extended);
      });
      ++placed;
    }
  }
  children.sync();
  int sum = 0;
  for (std::size_t i = 0; i < placed; ++i) {
    sum += found[i];
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  return report(
      workers_of(argc, argv, 1),
      [] { return count(0, board{}); },
      [](int found) { return found == solutions; });
}
