// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <taskflow/taskflow.hpp>

#include "benchmarks/peers/shared/fib.hpp"
#include "benchmarks/peers/shared/heat.hpp"
#include "benchmarks/peers/shared/integrate.hpp"
#include "benchmarks/peers/shared/matmul.hpp"
#include "benchmarks/peers/shared/nqueens.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"
#include "benchmarks/peers/shared/uts.hpp"

// The algorithms in Taskflow's terms: every function that spawns has a TaskGroup. Of several
// recursive calls, all except the last are spawned; the last one is a call.
namespace nuthatch::peers {

inline std::int64_t fib(tf::Executor& executor, int n) {
  if (n < 2) {
    return n;
  }
  std::int64_t first = 0;
  tf::TaskGroup children = executor.task_group();
  children.silent_async([&executor, &first, n] { first = fib(executor, n - 1); });
  const std::int64_t second = fib(executor, n - 2);
  children.corun();
  return first + second;
}

inline std::int64_t fib(tf::Executor& executor, int n, int cutoff) {
  if (n < cutoff) {
    return fib_serial(n);
  }
  std::int64_t first = 0;
  tf::TaskGroup children = executor.task_group();
  children.silent_async([&executor, &first, n, cutoff] { first = fib(executor, n - 1, cutoff); });
  const std::int64_t second = fib(executor, n - 2, cutoff);
  children.corun();
  return first + second;
}

template <class Task>
void spawn_from_loop(tf::Executor& executor, const Task& task, std::size_t tasks) {
  tf::TaskGroup children = executor.task_group();
  for (std::size_t i = 0; i < tasks; ++i) {
    children.silent_async([&task, i] { task(i); });
  }
  children.corun();
}

template <class Task>
void spawn_by_halves(tf::Executor& executor,
                     const Task& task,
                     std::size_t first,
                     std::size_t last) {
  if (last - first == 1) {
    task(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  tf::TaskGroup children = executor.task_group();
  children.silent_async(
      [&executor, &task, first, middle] { spawn_by_halves(executor, task, first, middle); });
  spawn_by_halves(executor, task, middle, last);
  children.corun();
}

inline std::int64_t nqueens(tf::Executor& executor, const queens_node& at) {
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    return at.count();
  }
  nqueens_counts counts;
  tf::TaskGroup children = executor.task_group();
  for (int column = 0; column < n; ++column) {
    if (is_safe(at.queens, row, column)) {
      children.silent_async([&executor, &at, column, count = counts.next()] {
        *count = nqueens(executor, at.child(column));
      });
    }
  }
  children.corun();
  return counts.sum();
}

inline double integrate(tf::Executor& executor, const piece& whole, double epsilon) {
  const halved_piece halves = halve(whole);
  if (halves.change < epsilon) {
    return halves.area;
  }
  double first = 0;
  tf::TaskGroup children = executor.task_group();
  children.silent_async([&executor, &first, &halves, epsilon] {
    first = integrate(executor, halves.first, epsilon);
  });
  const double second = integrate(executor, halves.second, epsilon);
  children.corun();
  return first + second;
}

inline uts_totals visit(tf::Executor& executor, const uts_tree& tree, const uts_node& node) {
  const std::uint32_t children = tree.count_children(node);
  if (children == 0) {
    return totals_of_leaf(node);
  }
  auto* const totals = static_cast<uts_totals*>(__builtin_alloca(children * sizeof(uts_totals)));
  tf::TaskGroup spawned = executor.task_group();
  for (std::uint32_t i = 0; i < children; ++i) {
    spawned.silent_async([&executor, &tree, &node, i, total = totals + i] {
      std::construct_at(total, visit(executor, tree, uts_tree::child(node, i)));
    });
  }
  spawned.corun();
  return sum_of_children({totals, children});
}

inline void quicksort(tf::Executor& executor, number_range range, std::size_t cutoff) {
  if (range.size() <= cutoff) {
    plain_quicksort(range);
    return;
  }
  const std::size_t place = partition(range);
  tf::TaskGroup children = executor.task_group();
  children.silent_async([=, &executor] { quicksort(executor, range.first(place), cutoff); });
  quicksort(executor, range.subspan(place), cutoff);
  children.corun();
}

inline void multiply(tf::Executor& executor, const product& whole, std::size_t block) {
  if (whole.fits(block)) {
    whole.compute();
    return;
  }
  const auto [first, second] = whole.halves();
  if (whole.is_sequential()) {
    multiply(executor, first, block);
    multiply(executor, second, block);
    return;
  }
  tf::TaskGroup children = executor.task_group();
  children.silent_async([&executor, half = &first, block] { multiply(executor, *half, block); });
  multiply(executor, second, block);
  children.corun();
}

inline void advance_by_halves(tf::Executor& executor,
                              heat_problem& problem,
                              const grid_part& part,
                              block_size block) {
  if (part.fits(block)) {
    problem.advance(part);
    return;
  }
  const auto [first, second] = part.halves(block);
  tf::TaskGroup children = executor.task_group();
  children.silent_async([&executor, &problem, half = &first, block] {
    advance_by_halves(executor, problem, *half, block);
  });
  advance_by_halves(executor, problem, second, block);
  children.corun();
}

inline void spread_heat(tf::Executor& executor, heat_problem& problem) {
  const block_size block = problem.block_for(static_cast<unsigned>(executor.num_workers()));
  for (std::size_t step = 0; step < problem.steps; ++step) {
    advance_by_halves(executor, problem, problem.inner(), block);
    problem.finish_step();
  }
}

}  // namespace nuthatch::peers
