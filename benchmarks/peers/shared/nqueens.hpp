// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/queens.hpp"

namespace nuthatch::peers {

using workloads::is_safe;
using workloads::queens_node;

/// Stands for a column where a task is to visit the node that it is given, not a child of it.
inline constexpr int no_column = -1;

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
  std::array<std::int64_t, workloads::max_queens> solutions_;
  std::size_t used_ = 0;
};

/// Counts all solutions of the n queens problem. Down to the row `cutoff`, every placement is a
/// spawn.
struct nqueens_problem {
  static constexpr const char* name = "nqueens";

  static settings::values defaults() { return {{"n", "12"}, {"cutoff", "0"}}; }

  explicit nqueens_problem(const settings& parameters)
      : n(static_cast<int>(parameters.integer("n", 1, workloads::max_queens))),
        cutoff(static_cast<int>(parameters.integer("cutoff", 0, workloads::max_queens))) {
    if (cutoff == 0) {
      cutoff = n;
    }
  }

  void reset() { result = 0; }

  [[nodiscard]] queens_node root() const { return queens_node::root(n, cutoff); }

  [[nodiscard]] std::string answer() const { return std::to_string(result); }

  [[nodiscard]] std::string verify() const {
    const std::int64_t expected = workloads::known_queens[static_cast<std::size_t>(n)];
    return result == expected ? "" : workloads::message("expected ", expected, ", found ", result);
  }

  int n;
  int cutoff;
  std::int64_t result = 0;
};

}  // namespace nuthatch::peers
