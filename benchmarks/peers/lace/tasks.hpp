// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lace.h>

#include "benchmarks/peers/shared/fib.hpp"
#include "benchmarks/peers/shared/fj.hpp"
#include "benchmarks/peers/shared/heat.hpp"
#include "benchmarks/peers/shared/integrate.hpp"
#include "benchmarks/peers/shared/matmul.hpp"
#include "benchmarks/peers/shared/nqueens.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"
#include "benchmarks/peers/shared/uts.hpp"

// The algorithms in Lace's terms: its macros make a task of each function. Of several recursive
// calls, all except the last are spawned; the last one is a call. Tasks are joined in the reverse
// order.
namespace nuthatch::peers {

// The code that Lace's macros expand to counts as code of this file.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"

TASK_1(std::int64_t, fib, int, n) {
  if (n < 2) {
    return n;
  }
  SPAWN(fib, n - 1);
  const std::int64_t second = CALL(fib, n - 2);
  const std::int64_t first = SYNC(fib);
  return first + second;
}

TASK_2(std::int64_t, fib_with_cutoff, int, n, int, cutoff) {
  if (n < cutoff) {
    return fib_serial(n);
  }
  SPAWN(fib_with_cutoff, n - 1, cutoff);
  const std::int64_t second = CALL(fib_with_cutoff, n - 2, cutoff);
  const std::int64_t first = SYNC(fib_with_cutoff);
  return first + second;
}

VOID_TASK_2(run_task, const mark_slot*, task, std::size_t, index) {
  (*task)(index);
}

VOID_TASK_2(spawn_from_loop, const mark_slot*, task, std::size_t, tasks) {
  for (std::size_t i = 0; i < tasks; ++i) {
    SPAWN(run_task, task, i);
  }
  for (std::size_t i = 0; i < tasks; ++i) {
    SYNC(run_task);
  }
}

VOID_TASK_3(spawn_by_halves, const mark_slot*, task, std::size_t, first, std::size_t, last) {
  if (last - first == 1) {
    (*task)(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  SPAWN(spawn_by_halves, task, first, middle);
  CALL(spawn_by_halves, task, middle, last);
  SYNC(spawn_by_halves);
}

// The same three functions with work in each task. A task of Lace is a set of functions named by a
// macro, so one template cannot serve both.
VOID_TASK_2(run_working_task, const work_then_mark_slot*, task, std::size_t, index) {
  (*task)(index);
}

VOID_TASK_2(spawn_working_from_loop, const work_then_mark_slot*, task, std::size_t, tasks) {
  for (std::size_t i = 0; i < tasks; ++i) {
    SPAWN(run_working_task, task, i);
  }
  for (std::size_t i = 0; i < tasks; ++i) {
    SYNC(run_working_task);
  }
}

VOID_TASK_3(spawn_working_by_halves,
            const work_then_mark_slot*,
            task,
            std::size_t,
            first,
            std::size_t,
            last) {
  if (last - first == 1) {
    (*task)(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  SPAWN(spawn_working_by_halves, task, first, middle);
  CALL(spawn_working_by_halves, task, middle, last);
  SYNC(spawn_working_by_halves);
}

VOID_TASK_1(all_rounds_from_loop, fj_problem*, problem) {
  problem->for_each_round([&](const auto& task, std::size_t tasks) {
    if constexpr (std::is_same_v<decltype(task), const mark_slot&>) {
      CALL(spawn_from_loop, &task, tasks);
    } else {
      CALL(spawn_working_from_loop, &task, tasks);
    }
  });
}

VOID_TASK_1(all_rounds_by_halves, fj_rec_problem*, problem) {
  problem->for_each_round([&](const auto& task, std::size_t tasks) {
    if constexpr (std::is_same_v<decltype(task), const mark_slot&>) {
      CALL(spawn_by_halves, &task, std::size_t{0}, tasks);
    } else {
      CALL(spawn_working_by_halves, &task, std::size_t{0}, tasks);
    }
  });
}

TASK_2(std::int64_t, nqueens, const queens_node*, above, int, column) {
  const queens_node at = column == no_column ? *above : above->child(column);
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    return at.count();
  }
  int spawned = 0;
  for (int next = 0; next < n; ++next) {
    if (is_safe(at.queens, row, next)) {
      SPAWN(nqueens, &at, next);
      ++spawned;
    }
  }
  std::int64_t solutions = 0;
  for (; spawned > 0; --spawned) {
    solutions += SYNC(nqueens);
  }
  return solutions;
}

TASK_2(double, integrate, piece, whole, double, epsilon) {
  const halved_piece halves = halve(whole);
  if (halves.change < epsilon) {
    return halves.area;
  }
  SPAWN(integrate, halves.first, epsilon);
  const double second = CALL(integrate, halves.second, epsilon);
  const double first = SYNC(integrate);
  return first + second;
}

// A node is passed as its parent and its number, because the task that visits a node also creates
// it.
TASK_3(uts_totals, visit, const uts_tree*, tree, const uts_node*, parent, std::uint32_t, index) {
  const uts_node node = parent == nullptr ? tree->root() : uts_tree::child(*parent, index);
  const std::uint32_t children = tree->count_children(node);
  if (children == 0) {
    return totals_of_leaf(node);
  }
  for (std::uint32_t i = 0; i < children; ++i) {
    SPAWN(visit, tree, &node, i);
  }
  uts_totals sum{1, 0, 0};
  for (std::uint32_t i = 0; i < children; ++i) {
    add_child(sum, SYNC(visit));
  }
  return sum;
}

VOID_TASK_2(quicksort, number_range, range, std::size_t, cutoff) {
  if (range.size() <= cutoff) {
    plain_quicksort(range);
    return;
  }
  const std::size_t place = partition(range);
  SPAWN(quicksort, range.first(place), cutoff);
  CALL(quicksort, range.subspan(place), cutoff);
  SYNC(quicksort);
}

// The product is passed by pointer, because it does not fit into a task of Lace.
VOID_TASK_2(multiply, const product*, whole, std::size_t, block) {
  if (whole->fits(block)) {
    whole->compute();
    return;
  }
  const std::pair<product, product> halves = whole->halves();
  if (whole->is_sequential()) {
    CALL(multiply, &halves.first, block);
    CALL(multiply, &halves.second, block);
    return;
  }
  SPAWN(multiply, &halves.first, block);
  CALL(multiply, &halves.second, block);
  SYNC(multiply);
}

VOID_TASK_3(advance_by_halves, heat_problem*, problem, const grid_part*, part, block_size, block) {
  if (part->fits(block)) {
    problem->advance(*part);
    return;
  }
  const std::pair<grid_part, grid_part> halves = part->halves(block);
  SPAWN(advance_by_halves, problem, &halves.first, block);
  CALL(advance_by_halves, problem, &halves.second, block);
  SYNC(advance_by_halves);
}

VOID_TASK_2(spread_heat, heat_problem*, problem, block_size, block) {
  const grid_part inner = problem->inner();
  for (std::size_t step = 0; step < problem->steps; ++step) {
    CALL(advance_by_halves, problem, &inner, block);
    problem->finish_step();
  }
}

#pragma GCC diagnostic pop

}  // namespace nuthatch::peers
