// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

/// The number of ways to place n queens on a board of side n, by n.
inline constexpr std::array<std::int64_t, 18> known_nqueens{1,
                                                            1,
                                                            0,
                                                            0,
                                                            2,
                                                            10,
                                                            4,
                                                            40,
                                                            92,
                                                            352,
                                                            724,
                                                            2680,
                                                            14200,
                                                            73712,
                                                            365596,
                                                            2279184,
                                                            14772512,
                                                            95815104};
inline constexpr int max_queens = static_cast<int>(known_nqueens.size()) - 1;

/// The queens placed so far, one per row. Every task has its own copy.
struct board {
  std::array<std::uint8_t, max_queens> columns{};

  [[nodiscard]] bool is_safe(int row, int column) const {
    for (int above = 0; above < row; ++above) {
      const int taken = columns[static_cast<std::size_t>(above)];
      const int distance = row - above;
      if (taken == column || taken == column - distance || taken == column + distance) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] board with_queen(int row, int column) const {
    board next = *this;
    next.columns[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(column);
    return next;
  }
};

/// The number of solutions below each safe column of a row. The array is not initialized, because
/// that would be a large part of a task's work.
class nqueens_counts {
 public:
  /// Returns where to store the number of the next column.
  std::int64_t* next() { return &solutions_[used_++]; }

  [[nodiscard]] std::int64_t sum() const {
    return std::accumulate(solutions_.data(), solutions_.data() + used_, std::int64_t{0});
  }

 private:
  std::array<std::int64_t, max_queens> solutions_;
  std::size_t used_ = 0;
};

/// Counts below the row `cutoff`, where no more tasks are spawned.
[[gnu::noinline]] inline std::int64_t nqueens_serial(int n, int row, const board& queens) {
  if (row == n) {
    return 1;
  }
  std::int64_t solutions = 0;
  for (int column = 0; column < n; ++column) {
    if (queens.is_safe(row, column)) {
      solutions += nqueens_serial(n, row + 1, queens.with_queen(row, column));
    }
  }
  return solutions;
}

/// Counts all solutions of the n queens problem. Down to the row `cutoff`, every placement is a
/// spawn.
struct nqueens_problem {
  static constexpr const char* name = "nqueens";

  static settings::values defaults() { return {{"n", "12"}, {"cutoff", "0"}}; }

  explicit nqueens_problem(const settings& parameters)
      : n(static_cast<int>(parameters.integer("n", 1, max_queens))),
        cutoff(static_cast<int>(parameters.integer("cutoff", 0, max_queens))) {
    if (cutoff == 0) {
      cutoff = n;
    }
  }

  void reset() { result = 0; }

  [[nodiscard]] std::string answer() const { return std::to_string(result); }

  [[nodiscard]] std::string verify() const {
    const std::int64_t expected = known_nqueens[static_cast<std::size_t>(n)];
    return result == expected ? "" : workloads::message("expected ", expected, ", found ", result);
  }

  int n;
  int cutoff;
  std::int64_t result = 0;
};

}  // namespace nuthatch::peers
