// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "benchmarks/peers/shared/alignment.hpp"
#include "benchmarks/peers/shared/fib.hpp"
#include "benchmarks/peers/shared/floorplan.hpp"
#include "benchmarks/peers/shared/gc.hpp"
#include "benchmarks/peers/shared/integrate.hpp"
#include "benchmarks/peers/shared/matmul.hpp"
#include "benchmarks/peers/shared/nqueens.hpp"
#include "benchmarks/peers/shared/pdfs.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"
#include "benchmarks/peers/shared/uts.hpp"

// The algorithms in OpenMP's terms. Of several recursive calls, all except the last are tasks; the
// last one is a call.
namespace nuthatch::peers {

inline std::int64_t fib(int n) {
  if (n < 2) {
    return n;
  }
  std::int64_t first = 0;
#pragma omp task shared(first) firstprivate(n)
  first = fib(n - 1);
  const std::int64_t second = fib(n - 2);
#pragma omp taskwait
  return first + second;
}

inline std::int64_t fib(int n, int cutoff) {
  if (n < cutoff) {
    return fib_serial(n);
  }
  std::int64_t first = 0;
#pragma omp task shared(first) firstprivate(n, cutoff)
  first = fib(n - 1, cutoff);
  const std::int64_t second = fib(n - 2, cutoff);
#pragma omp taskwait
  return first + second;
}

template <class Task>
void spawn_from_loop(const Task& task, std::size_t tasks) {
  for (std::size_t i = 0; i < tasks; ++i) {
#pragma omp task shared(task) firstprivate(i)
    task(i);
  }
#pragma omp taskwait
}

template <class Task>
void spawn_by_halves(const Task& task, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    task(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
#pragma omp task shared(task) firstprivate(first, middle)
  spawn_by_halves(task, first, middle);
  spawn_by_halves(task, middle, last);
#pragma omp taskwait
}

/// The policy for programs that are templates over a policy.
struct omp_tasks {};

template <class Last>
void spawn_all_but_last(const Last& last) {
  last();
}

/// Tasks refer to the callables, so the caller has to wait for them before these end.
template <class First, class... Rest>
void spawn_all_but_last(const First& first, const Rest&... rest) {
  const First* const call = &first;
#pragma omp task firstprivate(call)
  (*call)();
  spawn_all_but_last(rest...);
}

template <class... Calls>
void fork_join(omp_tasks /*policy*/, const Calls&... calls) {
  spawn_all_but_last(calls...);
#pragma omp taskwait
}

/// A scope whose sync waits for all children of the task. This suffices because a program uses one
/// scope at a time.
struct omp_scope {
  template <class Call>
  void spawn(Call call) const {
#pragma omp task firstprivate(call)
    call();
  }

  void sync() const {
#pragma omp taskwait
  }
};

inline omp_scope scope_of(omp_tasks /*policy*/) {
  return {};
}

/// Like workloads::spawned_by_one, but a parallel loop spawns. All threads of a team have to call
/// it. Its end waits for the tasks of all iterations.
struct omp_loop_tasks {
  using policy_type = omp_tasks;

  template <class Call>
  void once(const Call& call) const {
#pragma omp single
    call();
  }

  template <class Body>
  void each(std::size_t first, std::size_t last, const Body& body) const {
#pragma omp for
    for (std::size_t i = first; i < last; ++i) {
      body(i, [](auto step) { omp_scope().spawn(step); });
    }
  }
};

template <class Body>
void spawn_each(omp_tasks /*policy*/, std::size_t count, const Body& body) {
  spawn_from_loop(body, count);
}

inline std::int64_t nqueens(const queens_node& at) {
  const int n = at.n;
  const int row = at.row;
  if (at.is_serial()) {
    return at.count();
  }
  nqueens_counts counts;
  for (int column = 0; column < n; ++column) {
    if (is_safe(at.queens, row, column)) {
      std::int64_t* const count = counts.next();
#pragma omp task shared(at) firstprivate(column, count)
      *count = nqueens(at.child(column));
    }
  }
#pragma omp taskwait
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
  problem.network.branch(left, vertex, [&](const colour_network::domains& after) {
    std::uint64_t* const count = counts.next();
    const gc_problem* const of = &problem;
#pragma omp task firstprivate(after, vertex, count, of)
    *count = count_colourings(*of, vertex + 1, after);
  });
#pragma omp taskwait
  return counts.sum();
}

/// One task spawns all, in the order of its loop.
inline void align_by_one(protein_pairs& pairs) {
  protein_pairs* const all = &pairs;
  pairs.for_each([all](std::size_t first, std::size_t second) {
#pragma omp task untied firstprivate(all, first, second)
    all->align(first, second);
  });
#pragma omp taskwait
}

/// The threads of a team spawn; all of them have to call this.
inline void align_by_loop(protein_pairs& pairs) {
  const std::size_t proteins = pairs.proteins();
#pragma omp for schedule(dynamic)
  for (std::size_t first = 0; first < proteins; ++first) {
    for (std::size_t second = first + 1; second < proteins; ++second) {
#pragma omp task untied shared(pairs) firstprivate(first, second)
      pairs.align(first, second);
    }
  }
}

inline void place_cells(floorplan_search& search, std::size_t cutoff, const floorplan& before) {
  const auto keep = [&search](const floorplan& plan) {
#pragma omp critical(smallest_floorplan)
    search.keep(plan);
  };
  if (before.cells() == cutoff) {
    place_cells_serially(search, before, keep);
    return;
  }
  floorplan_search* const of = &search;
  const floorplan* const from = &before;
  search.for_each_place(before, [&keep, of, from, cutoff](const rectangle& place) {
    const auto* const to_keep = &keep;
#pragma omp task untied firstprivate(of, from, to_keep, cutoff, place)
    if (of->any_allows(*from, place)) {
      floorplan after = *from;
      after.add(place);
      if (of->is_complete(after)) {
        (*to_keep)(after);
      } else {
        place_cells(*of, cutoff, after);
      }
    }
  });
#pragma omp taskwait
}

inline void span_from(torus_tree& tree, torus_tree::vertex at) {
  torus_tree* const all = &tree;
  for (const torus_tree::vertex next : tree.neighbours(at)) {
    if (tree.any_try_label(next, at)) {
#pragma omp task firstprivate(all, next)
      span_from(*all, next);
    }
  }
}

inline void span(torus_tree& tree) {
#pragma omp taskgroup
  span_from(tree, torus_tree::root);
}

inline double integrate(const piece& whole, double epsilon) {
  const halved_piece halves = halve(whole);
  if (halves.change < epsilon) {
    return halves.area;
  }
  double first = 0;
#pragma omp task shared(first, halves) firstprivate(epsilon)
  first = integrate(halves.first, epsilon);
  const double second = integrate(halves.second, epsilon);
#pragma omp taskwait
  return first + second;
}

inline uts_totals visit(const uts_tree& tree, const uts_node& node) {
  const std::uint32_t children = tree.count_children(node);
  if (children == 0) {
    return totals_of_leaf(node);
  }
  auto* const totals = static_cast<uts_totals*>(__builtin_alloca(children * sizeof(uts_totals)));
  for (std::uint32_t i = 0; i < children; ++i) {
#pragma omp task shared(tree, node) firstprivate(totals, i)
    std::construct_at(totals + i, visit(tree, uts_tree::child(node, i)));
  }
#pragma omp taskwait
  return sum_of_children({totals, children});
}

inline void quicksort(number_range range, std::size_t cutoff) {
  if (range.size() <= cutoff) {
    plain_quicksort(range);
    return;
  }
  const std::size_t place = partition(range);
#pragma omp task firstprivate(range, place, cutoff)
  quicksort(range.first(place), cutoff);
  quicksort(range.subspan(place), cutoff);
#pragma omp taskwait
}

inline void multiply(const product& whole, std::size_t block) {
  if (whole.fits(block)) {
    whole.compute();
    return;
  }
  const std::pair<product, product> halves = whole.halves();
  if (whole.is_sequential()) {
    multiply(halves.first, block);
    multiply(halves.second, block);
    return;
  }
#pragma omp task shared(halves) firstprivate(block)
  multiply(halves.first, block);
  multiply(halves.second, block);
#pragma omp taskwait
}

}  // namespace nuthatch::peers
