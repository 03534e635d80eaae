// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/queens.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_comparison = 1.1;  // comparison of a place with an earlier queen

template <class Policy>
std::int64_t count_parallel(const queens_node& at) {
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    return at.count();
  }
  state<Policy>(ns_per_comparison, n * (row + 1));
  std::array<std::int64_t, max_queens> solutions;  // only the safe columns are used
  std::size_t spawned = 0;
  scope children;
  for (int column = 0; column < n; ++column) {
    if (is_safe(at.queens, row, column)) {
      children.spawn(Policy(), [&at, column, result = &solutions[spawned]] {
        *result = count_parallel<Policy>(at.child(column));
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

  void run_serial() override { solutions_ = count_queens(n_, 0, {}); }

  void run_parallel(spawn_policy policy) override {
    solutions_ = with_policy(policy, [this](auto tag) {
      return count_parallel<decltype(tag)>(queens_node::root(n_, cutoff_));
    });
  }

  std::string verify() override {
    const std::int64_t expected = known_queens[static_cast<std::size_t>(n_)];
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
      {{"n", "queens and side of the board", {"8", "12", "14"}, integer_range{1, max_queens}},
       {"cutoff",
        "rows placed by spawns before plain recursion goes on, 0: all",
        {"0", "0", "3"},
        integer_range{0, max_queens}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<nqueens_instance>(static_cast<int>(chosen.get_int("n")),
                                                  static_cast<int>(chosen.get_int("cutoff")));
      }};
}

}  // namespace nuthatch::workloads
