// SPDX-License-Identifier: Apache-2.0
#include "splicing/static_loops.hpp"

#include <cstddef>
#include <type_traits>

#include <nuthatch/effects.hpp>

#include "splicing/program_of.hpp"

namespace nuthatch::benchmarks {

namespace {

using effects::interval;

/// False for programs that update in place: their sweeps read what they have written.
template <class Program>
constexpr bool sweeps_are_loops = !std::is_same_v<Program, workloads::seidel_grid>;

/// The number of indices of the first dimension that stay together: the values of a block of them
/// are added up in order.
template <class Program>
constexpr std::ptrdiff_t indices_together =
    std::is_same_v<Program, workloads::matrix_and_transpose> ? workloads::block_rows : 1;

/// Returns part number `at` of `parts` equal parts of a sweep, which are cut between blocks of
/// indices.
interval part_of(const interval& all,
                 std::ptrdiff_t at,
                 std::ptrdiff_t parts,
                 std::ptrdiff_t block) {
  const std::ptrdiff_t blocks = (all.last - all.first + block - 1) / block;
  return interval{all.first + at * blocks / parts * block,
                  all.first + (at + 1) * blocks / parts * block}
      .clipped(all);
}

template <class Program>
void run_sweeps(Program& program, std::ptrdiff_t threads) {
  const auto cells = program.cells();
  for (std::size_t k = 0; k < program.sweeps(); ++k) {
    const auto sweep = program.at(k);
#pragma omp parallel for schedule(static) num_threads(static_cast<int>(threads))
    for (std::ptrdiff_t thread = 0; thread < threads; ++thread) {
      auto part = cells;
      part[0] = part_of(cells[0], thread, threads, indices_together<Program>);
      if (!part[0].empty()) {
        sweep.run(part);
      }
    }
  }
  if constexpr (requires { program.finish(); }) {
    program.finish();
  }
}

}  // namespace

std::string no_static_loops() {
  return {};
}

bool has_static_loops(workloads::instance_with_splicing& problem) {
  bool has = false;
  with_program(problem,
               [&]<class Program>(Program&) { has = sweeps_are_loops<std::remove_cv_t<Program>>; });
  return has;
}

void run_static_loops(workloads::instance_with_splicing& problem, unsigned threads) {
  with_program(problem, [threads]<class Program>(Program& program) {
    if constexpr (sweeps_are_loops<Program>) {
      run_sweeps(program, threads);
    }
  });
}

}  // namespace nuthatch::benchmarks
