// SPDX-License-Identifier: Apache-2.0

// Measures the time of iterations, and how many blocks change their worker from one iteration to
// the next: with work stealing, and with phases.

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/options/known_names.hpp"
#include "locality/noting.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"
#include "workloads/accepted_values.hpp"
#include "workloads/kernels/cg_input.hpp"
#include "workloads/kernels/eigenvalue_search.hpp"
#include "workloads/kernels/heated_plate.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/phases.hpp"
#include "workloads/spawning/with_policy.hpp"

namespace nuthatch::benchmarks {

namespace {

using workloads::phase_use;
using workloads::phases;

constexpr const char* purpose =
    "Runs heat and cg on real workers, with loops that are halved: stealing as it comes, as "
    "persistent phases, and as phases that say their schedule. Prints the time of an iteration, as "
    "it is once phases have found their schedules, and how many blocks of it ran on another worker "
    "than the last time. By default the data of each program fits two private caches of 1 MiB. "
    "After Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs "
    "Using Constrained Work Stealing.";

const workloads::cg_class* class_named(const char* option, const std::string& name) {
  const auto classes = workloads::cg_classes();
  cli::require_known(
      fmt::format("{}: there is no class", option), name, workloads::names_of_entries(classes));
  return &*std::ranges::find(classes, name, &workloads::cg_class::name);
}

struct wanted {
  unsigned workers = 2;
  std::size_t rounds = 15;
  std::size_t rows = 320;
  std::size_t block = 16;
  std::size_t steps = 600;
  const workloads::cg_class* cg = &workloads::cg_classes().front();
  std::size_t tasks = 16;

  void add_to(CLI::App& command) {
    add_number(command, "--workers", workers, {1, 1024}, "of each runtime");
    add_number(
        command, "--rounds", rounds, {1, 1000}, "measured runs of each kind, which take turns");
    add_number(command, "--rows", rows, {3, 100'000}, "of heat's square plate");
    add_number(command, "--block", block, {1, 100'000}, "rows of a block of heat");
    add_number(command, "--steps", steps, {2, 1'000'000}, "time steps of heat in a run");
    add_parsed(command, "--class", cg, class_named, "of cg: S, W or A");
    add_number(command, "--tasks", tasks, {1, 1000}, "of each loop of cg");
  }
};

struct run_result {
  double seconds;  ///< per iteration
  double moves;    ///< blocks that changed their worker, per iteration
  double blocks;   ///< blocks that ran, per iteration
};

double seconds_of(const std::function<void()>& what) {
  const auto begin = std::chrono::steady_clock::now();
  what();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void require(const std::string& complaint) {
  if (!complaint.empty()) {
    throw std::runtime_error("wrong result: " + complaint);
  }
}

/// Measures the second half of the steps.
run_result run_heat(const wanted& chosen, phases& by) {
  workloads::heated_plate plate(chosen.rows, chosen.rows);
  const std::size_t inner = chosen.rows - 2;
  block_moves seen((inner + chosen.block - 1) / chosen.block);
  const auto body = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      seen.ran(i);
      plate.advance_rows(1 + i * chosen.block, 1 + std::min(inner, (i + 1) * chosen.block));
    }
  };
  const std::size_t blocks = (inner + chosen.block - 1) / chosen.block;
  const auto advance = [&](std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
      by.run(0, [&] { workloads::halve(adaptive, 0, blocks, 1, body); });
      plate.finish_step();
    }
  };
  const std::size_t measured = chosen.steps / 2;
  advance(chosen.steps - measured);
  const std::uint64_t moves_before = seen.moves();
  const double seconds = seconds_of([&] { advance(measured); });
  require(plate.compare_with_waves(chosen.steps));
  const auto count = static_cast<double>(measured);
  return {seconds / count,
          static_cast<double>(seen.moves() - moves_before) / count,
          static_cast<double>(blocks)};
}

/// Measures the second of two searches.
run_result run_cg(const wanted& chosen, const workloads::sparse_matrix& matrix, phases& by) {
  workloads::eigenvalue_search search(matrix, chosen.cg->shift, chosen.tasks);
  block_moves seen(chosen.tasks);
  using plain = std::remove_cv_t<decltype(adaptive)>;
  const auto run = [&] {
    if (by.plain()) {
      search.run(noting(workloads::halving<plain>(), seen), chosen.cg->steps);
    } else {
      search.run(
          noting(workloads::phased<plain>(by, /*by_halves=*/true, /*one_phase=*/false), seen),
          chosen.cg->steps);
    }
  };
  run();
  const std::uint64_t moves_before = seen.moves();
  const std::uint64_t runs_before = seen.runs();
  search.start();
  const double seconds = seconds_of(run);
  require(check_zeta(*chosen.cg, search.zeta()));
  constexpr double iterations = 25;  // iterations per step
  const double count = iterations * static_cast<double>(chosen.cg->steps);
  return {seconds / count,
          static_cast<double>(seen.moves() - moves_before) / count,
          static_cast<double>(seen.runs() - runs_before) / count};
}

struct kind {
  const char* name;
  phase_use how;
  std::vector<run_result> runs{};
};

double median(const std::vector<run_result>& of, double run_result::* what) {
  std::vector<double> all;
  all.reserve(of.size());
  for (const run_result& each : of) {
    all.push_back(each.*what);
  }
  std::ranges::sort(all);
  return all[all.size() / 2];
}

double least(const std::vector<run_result>& of) {
  return std::ranges::min(of, {}, &run_result::seconds).seconds;
}

/// Runs all kinds in turn, then prints a row for each.
template <class Run>
void measure(const char* program, const wanted& chosen, Run run) {
  std::array<kind, 3> kinds{{{"stealing", phase_use::plain},
                             {"persistent", phase_use::persistent},
                             {"designated", phase_use::designated}}};
  for (std::size_t round = 0; round <= chosen.rounds; ++round) {
    for (kind& each : kinds) {
      runtime on({.workers = chosen.workers, .pin = true});
      phases by(each.how);
      const run_result one = on.run([&] { return run(by); });
      if (round != 0) {  // the first round warms up
        each.runs.push_back(one);
      }
    }
  }
  const double base = median(kinds[0].runs, &run_result::seconds);
  const double fastest_base = least(kinds[0].runs);
  for (const kind& each : kinds) {
    constexpr double us = 1e6;
    const double middle = median(each.runs, &run_result::seconds);
    fmt::print("{:>6} | {:>10} | {:9.1f} {:9.1f} | {:8.3f} {:8.3f} | {:8.2f} of {:.0f}\n",
               program,
               each.name,
               us * middle,
               us * least(each.runs),
               middle / base,
               least(each.runs) / fastest_base,
               median(each.runs, &run_result::moves),
               median(each.runs, &run_result::blocks));
  }
  static_cast<void>(std::fflush(stdout));
}

void run_all(const wanted& chosen) {
  fmt::print("{:>6} | {:>10} | {:>9} {:>9} | {:>17} | {}\n",
             "",
             "",
             "us each",
             "fastest",
             "over stealing",
             "blocks that changed worker");
  measure("heat", chosen, [&](phases& by) { return run_heat(chosen, by); });
  const workloads::sparse_matrix matrix = cg_matrix(*chosen.cg);
  measure("cg", chosen, [&](phases& by) { return run_cg(chosen, matrix, by); });
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  using nuthatch::benchmarks::wanted;
  return nuthatch::benchmarks::program_main<wanted>(
      "locality", nuthatch::benchmarks::purpose, argc, argv, nuthatch::benchmarks::run_all);
}
