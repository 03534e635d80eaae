// SPDX-License-Identifier: Apache-2.0

// Determines whether virtual workers need no more than T1/P + c Tinf, and with which c.

#include <CLI/App.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "bound/measure.hpp"
#include "bound/program.hpp"
#include "bound/report.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/option_values.hpp"
#include "cli/system/output_file.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs fib, uts and random trees on virtual workers and prints what T_P, the time of P workers, "
    "has over T1/P, in units of the critical path Tinf: the c of T_P <= T1/P + c Tinf. T1 is "
    "measured with one virtual worker, so the costs of spawns are in it; Tinf is computed from the "
    "work that tasks state and the spawns on the path. The same command prints the same each time.";

const std::vector<std::string> known_programs{"fib", "uts", "random"};

struct wanted {
  std::vector<std::string> programs = known_programs;
  int fib = 30;
  std::string tree = "T1";
  std::vector<std::uint64_t> trees{1, 2, 3};
  std::uint64_t nodes = 100'000;
  std::vector<unsigned> workers{1, 2, 4, 8, 16, 32, 64, 128, 256};
  std::vector<std::string> schedulers = cli::scheduler_names();
  std::vector<std::string> policies{"help_first", "work_first"};
  std::uint64_t seed = 1;
  std::string json;

  void add_to(CLI::App& command) {
    add_names(command, "--programs", "program", programs, known_programs, "of fib, uts, random");
    add_number(command, "--fib", fib, {0, 40}, "which Fibonacci number");
    command.add_option("--tree", tree, "which tree of uts");
    add_numbers(command, "--trees", trees, {}, "the random trees' seeds");
    add_number(command, "--nodes", nodes, {100, 10'000'000}, "of a random tree, about");
    add_numbers(command,
                "--workers",
                workers,
                {1, max_workers},
                "numbers of virtual workers, for instance 8,64");
    add_names(command,
              "--schedulers",
              "scheduler",
              schedulers,
              cli::scheduler_names(),
              "all by default; see nuthatch list");
    add_names(command,
              "--policies",
              "policy",
              policies,
              cli::policy_names(),
              "of work_first, help_first, adaptive");
    add_number(command, "--seed", seed, {1, UINT64_MAX}, "of the workers' choices");
    command.add_option("--json", json, "write the result there; - is standard output");
  }
};

program uts(const std::string& tree, std::uint64_t spawn_ns) {
  try {
    return uts_program(tree, spawn_ns);
  } catch (const option_error& wrong) {
    throw cli::usage_error(fmt::format("--tree: {}", wrong.what()));
  }
}

std::vector<program> programs(const wanted& chosen, std::uint64_t spawn_ns) {
  std::vector<program> all;
  for (const std::string& each : chosen.programs) {
    if (each == "fib") {
      all.push_back(fib_program(chosen.fib, spawn_ns));
    } else if (each == "uts") {
      all.push_back(uts(chosen.tree, spawn_ns));
    } else {
      for (const std::uint64_t tree : chosen.trees) {
        all.push_back(random_program(tree, chosen.nodes, spawn_ns));
      }
    }
  }
  return all;
}

void run(const wanted& chosen) {
  const twin::costs of;
  const cli::output_file json("--json", chosen.json);
  std::FILE* const shown = json.is_standard_output() ? stderr : stdout;
  std::vector<bound_series> all;
  for (const program& what : programs(chosen, of.spawn_ns)) {
    for (const std::string& scheduler : chosen.schedulers) {
      for (const std::string& policy : chosen.policies) {
        all.push_back(measure_bound(what,
                                    scheduler,
                                    spawn_policy_from(policy, "--policies"),
                                    chosen.workers,
                                    chosen.seed,
                                    of));
        fmt::print(shown, "{}\n", table_of(all.back()));
        std::fflush(shown);
      }
    }
  }
  fmt::print(shown, "{}", conclusion(all));
  if (json.wanted()) {
    json.write(bound_json(all, chosen.seed, of));
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  namespace benchmarks = nuthatch::benchmarks;
  return benchmarks::program_main<benchmarks::wanted>(
      "bound", benchmarks::purpose, argc, argv, benchmarks::run);
}
