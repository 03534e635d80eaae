// SPDX-License-Identifier: Apache-2.0

// How long iterations take, and how many blocks change their worker from one to the next: where
// idle workers steal as it comes, and where the iterations are phases.

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

#include "cli/options/option_values.hpp"
#include "locality/noting.hpp"
#include "program_main.hpp"
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

struct wanted {
  std::string workers = "2";
  std::string rounds = "15";
  std::string rows = "320";
  std::string block = "16";
  std::string steps = "600";
  std::string cg_class = "S";
  std::string tasks = "16";

  void add_to(CLI::App& command) {
    command.add_option("--workers", workers, "of each runtime");
    command.add_option("--rounds", rounds, "measured runs of each kind, which take turns");
    command.add_option("--rows", rows, "of heat's square plate");
    command.add_option("--block", block, "rows of a block of heat");
    command.add_option("--steps", steps, "time steps of heat in a run");
    command.add_option("--class", cg_class, "of cg: S, W or A");
    command.add_option("--tasks", tasks, "of each loop of cg");
  }
};

struct sizes {
  unsigned workers;
  std::size_t rounds;
  std::size_t rows;
  std::size_t block;
  std::size_t steps;
  const workloads::cg_class* cg;
  std::size_t tasks;
};

struct run_result {
  double seconds;  ///< of an iteration
  double moves;    ///< of blocks, in an iteration
  double blocks;   ///< that an iteration runs
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

/// The second half of the steps counts.
run_result run_heat(const sizes& chosen, phases& by) {
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

/// The second one of two searches counts.
run_result run_cg(const sizes& chosen, const workloads::sparse_matrix& matrix, phases& by) {
  workloads::eigenvalue_search search(matrix, chosen.cg->shift, chosen.tasks);
  block_moves seen(chosen.tasks);
  using plain = std::remove_cv_t<decltype(adaptive)>;
  const auto run = [&] {
    if (by.plain()) {
      search.run(noting(workloads::halving<plain>(), seen), chosen.cg->steps);
    } else {
      search.run(noting(workloads::phased<plain>(by, true, false), seen), chosen.cg->steps);
    }
  };
  run();
  const std::uint64_t moves_before = seen.moves();
  const std::uint64_t runs_before = seen.runs();
  search.start();
  const double seconds = seconds_of(run);
  require(check_zeta(*chosen.cg, search.zeta()));
  constexpr double iterations = 25;  // of a step
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
  for (const run_result& each : of) {
    all.push_back(each.*what);
  }
  std::ranges::sort(all);
  return all[all.size() / 2];
}

double least(const std::vector<run_result>& of) {
  return std::ranges::min(of, {}, &run_result::seconds).seconds;
}

/// All kinds in turn; then a row for each.
template <class Run>
void measure(const char* program, const sizes& chosen, Run run) {
  std::array<kind, 3> kinds{{{"stealing", phase_use::plain},
                             {"persistent", phase_use::persistent},
                             {"designated", phase_use::designated}}};
  for (std::size_t round = 0; round <= chosen.rounds; ++round) {
    for (kind& each : kinds) {
      runtime on({.workers = chosen.workers, .pin = true});
      phases by(each.how);
      const run_result one = on.run([&] { return run(by); });
      if (round != 0) {  // the first is to warm up
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

const workloads::cg_class& class_named(const std::string& name) {
  for (const workloads::cg_class& each : workloads::cg_classes()) {
    if (each.name == name) {
      return each;
    }
  }
  throw cli::usage_error("--class: '" + name + "' is none of S, W and A");
}

void run_all(const wanted& typed) {
  const auto number =
      [](const char* option, const std::string& text, std::uint64_t least_one, std::uint64_t most) {
        return static_cast<std::size_t>(cli::parse_whole_number(option, text, {least_one, most}));
      };
  const sizes chosen{
      .workers = static_cast<unsigned>(number("--workers", typed.workers, 1, 1024)),
      .rounds = number("--rounds", typed.rounds, 1, 1000),
      .rows = number("--rows", typed.rows, 3, 100'000),
      .block = number("--block", typed.block, 1, 100'000),
      .steps = number("--steps", typed.steps, 2, 1'000'000),
      .cg = &class_named(typed.cg_class),
      .tasks = number("--tasks", typed.tasks, 1, 1000),
  };
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
