// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nuthatch::workloads {

/// The number of ways to place n queens on a board of side n, by n.
// clang-format off
inline constexpr std::array<std::int64_t, 18> known_queens{
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
    95815104};
// clang-format on
inline constexpr int max_queens = static_cast<int>(known_queens.size()) - 1;

/// The column of the queen in each row that has one.
using queens_board = std::array<std::uint8_t, max_queens>;

inline bool is_safe(const queens_board& queens, int row, int column) {
  for (int earlier = 0; earlier < row; ++earlier) {
    const int found = queens[static_cast<std::size_t>(earlier)];
    const int distance = row - earlier;
    if (found == column || found == column - distance || found == column + distance) {
      return false;
    }
  }
  return true;
}

/// Returns the number of solutions with these queens in the rows before `row`.
[[gnu::noinline]] inline std::int64_t count_queens(int n, int row, const queens_board& queens) {
  if (row == n) {
    return 1;
  }
  std::int64_t solutions = 0;
  for (int column = 0; column < n; ++column) {
    if (is_safe(queens, row, column)) {
      queens_board extended = queens;
      extended[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(column);
      solutions += count_queens(n, row + 1, extended);
    }
  }
  return solutions;
}

/// A node of the search tree: queens in the rows before `row`. A task refers to the node of its
/// parent and creates its own one, which is cheaper than a captured board: that would be copied
/// into the task and from there.
struct queens_node {
  int n;
  int cutoff;  // the row in which no more tasks are spawned
  int row;
  queens_board queens;

  [[nodiscard]] static queens_node root(int n, int cutoff) { return {n, cutoff, 0, {}}; }

  /// Returns the child with a queen in that column.
  [[nodiscard]] queens_node child(int column) const {
    queens_node next = *this;
    next.queens[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(column);
    ++next.row;
    return next;
  }

  /// Returns whether no tasks are spawned for the children.
  [[nodiscard]] bool is_serial() const { return row == n || row == cutoff; }

  [[nodiscard]] std::int64_t count() const { return row == n ? 1 : count_queens(n, row, queens); }
};

}  // namespace nuthatch::workloads
