// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

// clang-format off
constexpr std::array<std::int64_t, 18> known_answers{
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
    95815104};
// clang-format on
constexpr int max_n = static_cast<int>(known_answers.size()) - 1;

constexpr double ns_per_comparison = 1.1;  // comparison of a place with an earlier queen

/// The column of the queen in each row that has one.
using board = std::array<std::uint8_t, max_n>;

bool is_safe(const board& queens, int row, int column) {
  for (int earlier = 0; earlier < row; ++earlier) {
    const int found = queens[static_cast<std::size_t>(earlier)];
    const int distance = row - earlier;
    if (found == column || found == column - distance || found == column + distance) {
      return false;
    }
  }
  return true;
}

board with_queen(const board& queens, int row, int column) {
  board extended = queens;
  extended[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(column);
  return extended;
}

[[gnu::noinline]] std::int64_t count_serial(int n, int row, const board& queens) {
  if (row == n) {
    return 1;
  }
  std::int64_t solutions = 0;
  for (int column = 0; column < n; ++column) {
    if (is_safe(queens, row, column)) {
      const board child = with_queen(queens, row, column);
      solutions += count_serial(n, row + 1, child);
    }
  }
  return solutions;
}

template <class Policy>
std::int64_t count_parallel(int n, int cutoff, int row, const board& queens) {
  if (row == n) {
    return 1;
  }
  if (row == cutoff) {
    return count_serial(n, row, queens);
  }
  state<Policy>(ns_per_comparison, n * (row + 1));
  std::array<std::int64_t, max_n> solutions;  // only the safe columns are used
  std::size_t spawned = 0;
  scope children;
  for (int column = 0; column < n; ++column) {
    if (is_safe(queens, row, column)) {
      children.spawn(
          Policy(),
          [n, cutoff, row, child = with_queen(queens, row, column), result = &solutions[spawned]] {
            *result = count_parallel<Policy>(n, cutoff, row + 1, child);
          });
      ++spawned;
    }
  }
  children.sync();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < spawned; ++i) {
    sum += solutions[i];
  }
  return sum;
}

class nqueens_instance final : public instance {
 public:
  nqueens_instance(int n, int cutoff) : n_(n), cutoff_(cutoff == 0 ? n : cutoff) {}

  void reset() override { solutions_ = -1; }

  void run_serial() override { solutions_ = count_serial(n_, 0, board{}); }

  void run_parallel(spawn_policy policy) override {
    solutions_ = with_policy(policy, [this](auto tag) {
      return count_parallel<decltype(tag)>(n_, cutoff_, 0, board{});
    });
  }

  std::string verify() override {
    const std::int64_t expected = known_answers[static_cast<std::size_t>(n_)];
    return solutions_ == expected
               ? std::string()
               : message("solutions: expected ", expected, ", found ", solutions_);
  }

  [[nodiscard]] std::string answer() const override { return message(solutions_); }

 private:
  int n_;
  int cutoff_;
  std::int64_t solutions_ = -1;
};

}  // namespace

workload nqueens_workload() {
  return {
      "nqueens",
      "ways to place n queens on a board, every placement a spawn with its own copy of the board",
      {{"n", "queens and side of the board", {"8", "12", "14"}, integer_range{1, max_n}},
       {"cutoff",
        "rows placed by spawns before plain recursion goes on, 0: all",
        {"0", "0", "3"},
        integer_range{0, max_n}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<nqueens_instance>(static_cast<int>(chosen.get_int("n")),
                                                  static_cast<int>(chosen.get_int("cutoff")));
      }};
}

}  // namespace nuthatch::workloads
