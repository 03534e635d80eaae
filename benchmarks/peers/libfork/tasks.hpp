// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <libfork/core.hpp>
#include <utility>

#include "benchmarks/peers/shared/fib.hpp"
#include "benchmarks/peers/shared/fj.hpp"
#include "benchmarks/peers/shared/heat.hpp"
#include "benchmarks/peers/shared/integrate.hpp"
#include "benchmarks/peers/shared/matmul.hpp"
#include "benchmarks/peers/shared/nqueens.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"
#include "benchmarks/peers/shared/uts.hpp"

// The algorithms in libfork's terms: every function that spawns is a coroutine whose first
// parameter stands for the coroutine itself. Of several recursive calls, all except the last are
// forked; the last one is a call.
namespace nuthatch::peers {

inline constexpr auto fib = [](auto self, int n) -> lf::task<std::int64_t> {
  if (n < 2) {
    co_return n;
  }
  std::int64_t first = 0;
  std::int64_t second = 0;
  co_await lf::fork(&first, self)(n - 1);
  co_await lf::call(&second, self)(n - 2);
  co_await lf::join;
  co_return first + second;
};

inline constexpr auto fib_with_cutoff = [](auto self, int n, int cutoff) -> lf::task<std::int64_t> {
  if (n < cutoff) {
    co_return fib_serial(n);
  }
  std::int64_t first = 0;
  std::int64_t second = 0;
  co_await lf::fork(&first, self)(n - 1, cutoff);
  co_await lf::call(&second, self)(n - 2, cutoff);
  co_await lf::join;
  co_return first + second;
};

inline constexpr auto run_task = [](auto /*self*/, auto task, std::size_t index) -> lf::task<> {
  task(index);
  co_return;
};

// All rounds run in one coroutine, so only the beginning and the end of a run are handed over
// between threads.
inline constexpr auto spawn_from_loop =
    [](auto /*self*/, auto task_of, std::uint32_t rounds, std::size_t tasks) -> lf::task<> {
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    const auto task = task_of(round);
    for (std::size_t i = 0; i < tasks; ++i) {
      co_await lf::fork(run_task)(task, i);
    }
    co_await lf::join;
  }
};

inline constexpr auto spawn_round_by_halves =
    [](auto self, auto task, std::size_t first, std::size_t last) -> lf::task<> {
  if (last - first == 1) {
    task(first);
    co_return;
  }
  const std::size_t middle = first + (last - first) / 2;
  co_await lf::fork(self)(task, first, middle);
  co_await lf::call(self)(task, middle, last);
  co_await lf::join;
};

inline constexpr auto spawn_by_halves =
    [](auto /*self*/, auto task_of, std::uint32_t rounds, std::size_t tasks) -> lf::task<> {
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    co_await lf::call(spawn_round_by_halves)(task_of(round), std::size_t{0}, tasks);
    co_await lf::join;
  }
};

inline constexpr auto nqueens =
    [](auto self, const queens_node* above, int column) -> lf::task<std::int64_t> {
  const queens_node at = column == no_column ? *above : above->child(column);
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    co_return at.count();
  }
  nqueens_counts counts;
  for (int next = 0; next < n; ++next) {
    if (is_safe(at.queens, row, next)) {
      co_await lf::fork(counts.next(), self)(&at, next);
    }
  }
  co_await lf::join;
  co_return counts.sum();
};

inline constexpr auto integrate = [](auto self, piece whole, double epsilon) -> lf::task<double> {
  const halved_piece halves = halve(whole);
  if (halves.change < epsilon) {
    co_return halves.area;
  }
  double first = 0;
  double second = 0;
  co_await lf::fork(&first, self)(halves.first, epsilon);
  co_await lf::call(&second, self)(halves.second, epsilon);
  co_await lf::join;
  co_return first + second;
};

// A node is passed as its parent and its number, because the task that visits a node also creates
// it.
inline constexpr auto visit = [](auto self,
                                 const uts_tree* tree,
                                 const uts_node* parent,
                                 std::uint32_t index) -> lf::task<uts_totals> {
  const uts_node node = parent == nullptr ? tree->root() : uts_tree::child(*parent, index);
  const std::uint32_t children = tree->count_children(node);
  if (children == 0) {
    co_return totals_of_leaf(node);
  }
  // The memory is on libfork's segmented stack, where the other peers use alloca.
  auto&& [totals] = co_await lf::co_new<uts_totals>(children);
  for (std::uint32_t i = 0; i < children; ++i) {
    co_await lf::fork(&totals[i], self)(tree, &node, i);
  }
  co_await lf::join;
  co_return sum_of_children(totals);
};

inline constexpr auto quicksort =
    [](auto self, number_range range, std::size_t cutoff) -> lf::task<> {
  if (range.size() <= cutoff) {
    plain_quicksort(range);
    co_return;
  }
  const std::size_t place = partition(range);
  co_await lf::fork(self)(range.first(place), cutoff);
  co_await lf::call(self)(range.subspan(place), cutoff);
  co_await lf::join;
};

inline constexpr auto multiply = [](auto self, product whole, std::size_t block) -> lf::task<> {
  if (whole.fits(block)) {
    whole.compute();
    co_return;
  }
  const std::pair<product, product> halves = whole.halves();
  if (whole.is_sequential()) {
    co_await lf::call(self)(halves.first, block);
  } else {
    co_await lf::fork(self)(halves.first, block);
  }
  co_await lf::call(self)(halves.second, block);
  co_await lf::join;
};

inline constexpr auto advance_by_halves =
    [](auto self, heat_problem* problem, grid_part part, block_size block) -> lf::task<> {
  if (part.fits(block)) {
    problem->advance(part);
    co_return;
  }
  const auto [first, second] = part.halves(block);
  co_await lf::fork(self)(problem, first, block);
  co_await lf::call(self)(problem, second, block);
  co_await lf::join;
};

inline constexpr auto spread_heat =
    [](auto /*self*/, heat_problem* problem, block_size block) -> lf::task<> {
  for (std::size_t step = 0; step < problem->steps; ++step) {
    co_await lf::call(advance_by_halves)(problem, problem->inner(), block);
    co_await lf::join;
    problem->finish_step();
  }
};

}  // namespace nuthatch::peers
