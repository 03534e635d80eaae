// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/blocked_range2d.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_group.h>

#include "benchmarks/peers/shared/fib.hpp"
#include "benchmarks/peers/shared/gc.hpp"
#include "benchmarks/peers/shared/heat.hpp"
#include "benchmarks/peers/shared/integrate.hpp"
#include "benchmarks/peers/shared/matmul.hpp"
#include "benchmarks/peers/shared/nqueens.hpp"
#include "benchmarks/peers/shared/pdfs.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"
#include "benchmarks/peers/shared/uts.hpp"

// The algorithms in oneTBB's terms: every function that spawns has a task_group. Of several
// recursive calls, all except the last are spawned; the last one is a call.
namespace nuthatch::peers {

inline std::int64_t fib(int n) {
  if (n < 2) {
    return n;
  }
  std::int64_t first = 0;
  tbb::task_group children;
  children.run([&first, n] { first = fib(n - 1); });
  const std::int64_t second = fib(n - 2);
  children.wait();
  return first + second;
}

inline std::int64_t fib(int n, int cutoff) {
  if (n < cutoff) {
    return fib_serial(n);
  }
  std::int64_t first = 0;
  tbb::task_group children;
  children.run([&first, n, cutoff] { first = fib(n - 1, cutoff); });
  const std::int64_t second = fib(n - 2, cutoff);
  children.wait();
  return first + second;
}

template <class Task>
void spawn_from_loop(const Task& task, std::size_t tasks) {
  tbb::task_group children;
  for (std::size_t i = 0; i < tasks; ++i) {
    children.run([&task, i] { task(i); });
  }
  children.wait();
}

template <class Task>
void spawn_by_halves(const Task& task, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    task(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  tbb::task_group children;
  children.run([&task, first, middle] { spawn_by_halves(task, first, middle); });
  spawn_by_halves(task, middle, last);
  children.wait();
}

/// The policy for programs that are templates over a policy.
struct task_groups {};

template <class First, class Second>
void fork_join(task_groups /*policy*/, const First& first, const Second& second) {
  tbb::task_group children;
  children.run(first);
  second();
  children.wait();
}

template <class Body>
void spawn_each(task_groups /*policy*/, std::size_t count, const Body& body) {
  spawn_from_loop(body, count);
}

inline std::int64_t nqueens(const queens_node& at) {
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    return at.count();
  }
  nqueens_counts counts;
  tbb::task_group children;
  for (int column = 0; column < n; ++column) {
    if (is_safe(at.queens, row, column)) {
      children.run([&at, column, count = counts.next()] { *count = nqueens(at.child(column)); });
    }
  }
  children.wait();
  return counts.sum();
}

inline std::uint64_t count_colourings(const gc_problem& problem,
                                      std::size_t vertex,
                                      const colour_network::domains& left) {
  if (vertex == problem.cutoff) {
    return count_colourings_serially(problem.network, vertex, left);
  }
  if (vertex == problem.network.vertices()) {
    return 1;
  }
  colouring_counts counts;
  tbb::task_group children;
  problem.network.branch(left, vertex, [&](const colour_network::domains& after) {
    children.run([&problem, vertex, after, count = counts.next()] {
      *count = count_colourings(problem, vertex + 1, after);
    });
  });
  children.wait();
  return counts.sum();
}

inline void span_from(tbb::task_group& all, torus_tree& tree, torus_tree::vertex at) {
  for (const torus_tree::vertex next : tree.neighbours(at)) {
    if (tree.any_try_label(next, at)) {
      all.run([&all, &tree, next] { span_from(all, tree, next); });
    }
  }
}

inline void span(torus_tree& tree) {
  tbb::task_group all;
  span_from(all, tree, torus_tree::root);
  all.wait();
}

inline double integrate(const piece& whole, double epsilon) {
  const halved_piece halves = halve(whole);
  if (halves.change < epsilon) {
    return halves.area;
  }
  double first = 0;
  tbb::task_group children;
  children.run([&first, &halves, epsilon] { first = integrate(halves.first, epsilon); });
  const double second = integrate(halves.second, epsilon);
  children.wait();
  return first + second;
}

inline uts_totals visit(const uts_tree& tree, const uts_node& node) {
  const std::uint32_t children = tree.count_children(node);
  if (children == 0) {
    return totals_of_leaf(node);
  }
  auto* const totals = static_cast<uts_totals*>(__builtin_alloca(children * sizeof(uts_totals)));
  tbb::task_group spawned;
  for (std::uint32_t i = 0; i < children; ++i) {
    spawned.run([&tree, &node, i, total = totals + i] {
      std::construct_at(total, visit(tree, uts_tree::child(node, i)));
    });
  }
  spawned.wait();
  return sum_of_children({totals, children});
}

inline void quicksort(number_range range, std::size_t cutoff) {
  if (range.size() <= cutoff) {
    plain_quicksort(range);
    return;
  }
  const std::size_t place = partition(range);
  tbb::task_group children;
  children.run([=] { quicksort(range.first(place), cutoff); });
  quicksort(range.subspan(place), cutoff);
  children.wait();
}

inline void multiply(const product& whole, std::size_t block) {
  if (whole.fits(block)) {
    whole.compute();
    return;
  }
  const auto [first, second] = whole.halves();
  if (whole.is_sequential()) {
    multiply(first, block);
    multiply(second, block);
    return;
  }
  tbb::task_group children;
  children.run([half = &first, block] { multiply(*half, block); });
  multiply(second, block);
  children.wait();
}

/// A parallel_for over the blocks of a grid, one block per task.
template <class Body>
void split_blocks(task_groups /*policy*/,
                  const grid_part& whole,
                  block_size block,
                  const Body& body) {
  const tbb::blocked_range2d<std::size_t> all(
      0, whole.blocks_down(block), 1, 0, whole.blocks_across(block), 1);
  tbb::parallel_for(
      all,
      [&](const tbb::blocked_range2d<std::size_t>& one) {
        body(whole.block_at(one.rows().begin(), one.cols().begin(), block));
      },
      tbb::simple_partitioner{});
}

/// A parallel_for over the rows, in which oneTBB chooses the number of rows per task.
inline void spread_heat(heat_problem& problem) {
  const grid_part inner = problem.inner();
  const tbb::blocked_range<std::size_t> all(inner.first_row, inner.last_row);
  for (std::size_t step = 0; step < problem.steps; ++step) {
    tbb::parallel_for(all, [&](const tbb::blocked_range<std::size_t>& rows) {
      problem.advance({rows.begin(), rows.end(), inner.first_column, inner.last_column});
    });
    problem.finish_step();
  }
}

}  // namespace nuthatch::peers
