// SPDX-License-Identifier: Apache-2.0

// Whether virtual workers need no more than T1/P + c Tinf, and with which c.

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
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/system/output_file.hpp"
#include "program_main.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs fib, uts and random trees on virtual workers and prints what T_P, the time of P workers, "
    "has over T1/P, in units of the critical path Tinf: the c of T_P <= T1/P + c Tinf. T1 is "
    "measured with one virtual worker, so the costs of spawns are in it; Tinf is computed from the "
    "work that tasks state and the spawns on the path. The same command prints the same each time.";

struct wanted {
  std::string programs = "fib,uts,random";
  std::string fib = "30";
  std::string tree = "T1";
  std::string trees = "1,2,3";
  std::string nodes = "100000";
  std::string workers = "1,2,4,8,16,32,64,128,256";
  std::string schedulers;
  std::string policies = "help_first,work_first";
  std::string seed = "1";
  std::string json;

  void add_to(CLI::App& command) {
    command.add_option("--programs", programs, "of fib, uts, random");
    command.add_option("--fib", fib, "which Fibonacci number");
    command.add_option("--tree", tree, "which tree of uts");
    command.add_option("--trees", trees, "the random trees' seeds");
    command.add_option("--nodes", nodes, "of a random tree, about");
    command.add_option("--workers", workers, "numbers of virtual workers, for instance 8,64");
    command.add_option("--schedulers", schedulers, "all if not said; see nuthatch list");
    command.add_option("--policies", policies, "of work_first, help_first, adaptive");
    command.add_option("--seed", seed, "of the workers' choices");
    command.add_option("--json", json, "write the result there; - is standard output");
  }
};

std::vector<std::uint64_t> numbers(const char* option,
                                   const std::string& text,
                                   cli::whole_number_range allowed) {
  std::vector<std::uint64_t> all;
  for (const std::string& each : cli::parse_list(option, text)) {
    all.push_back(cli::parse_whole_number(option, each, allowed));
  }
  return all;
}

std::vector<std::string> names(const char* option,
                               const char* what,
                               const std::string& text,
                               const std::vector<std::string>& known) {
  std::vector<std::string> all = cli::parse_list(option, text);
  for (const std::string& each : all) {
    cli::require_known(fmt::format("{}: there is no {}", option, what), each, known);
  }
  return all;
}

program uts(const std::string& tree, std::uint64_t spawn_ns) {
  try {
    return uts_program(tree, spawn_ns);
  } catch (const option_error& wrong) {
    throw cli::usage_error(fmt::format("--tree: {}", wrong.what()));
  }
}

std::vector<program> programs(const wanted& typed, std::uint64_t spawn_ns) {
  const auto chosen = names("--programs", "program", typed.programs, {"fib", "uts", "random"});
  const auto fib = cli::parse_whole_number("--fib", typed.fib, {0, 40});
  const auto nodes = cli::parse_whole_number("--nodes", typed.nodes, {100, 10'000'000});
  const auto trees = numbers("--trees", typed.trees, {});
  std::vector<program> all;
  for (const std::string& each : chosen) {
    if (each == "fib") {
      all.push_back(fib_program(static_cast<int>(fib), spawn_ns));
    } else if (each == "uts") {
      all.push_back(uts(typed.tree, spawn_ns));
    } else {
      for (const std::uint64_t tree : trees) {
        all.push_back(random_program(tree, nodes, spawn_ns));
      }
    }
  }
  return all;
}

void run(const wanted& typed) {
  const twin::costs of;
  const cli::output_file json("--json", typed.json);
  std::vector<unsigned> workers;
  for (const std::uint64_t each : numbers("--workers", typed.workers, {1, max_workers})) {
    workers.push_back(static_cast<unsigned>(each));
  }
  const auto schedulers =
      typed.schedulers.empty()
          ? cli::scheduler_names()
          : names("--schedulers", "scheduler", typed.schedulers, cli::scheduler_names());
  const auto policies = names("--policies", "policy", typed.policies, cli::policy_names());
  const auto seed = cli::parse_whole_number("--seed", typed.seed, {1, UINT64_MAX});
  std::FILE* const shown = json.is_standard_output() ? stderr : stdout;
  std::vector<bound_series> all;
  for (const program& what : programs(typed, of.spawn_ns)) {
    for (const std::string& scheduler : schedulers) {
      for (const std::string& policy : policies) {
        all.push_back(measure_bound(
            what, scheduler, spawn_policy_from(policy, "--policies"), workers, seed, of));
        fmt::print(shown, "{}\n", table_of(all.back()));
        std::fflush(shown);
      }
    }
  }
  fmt::print(shown, "{}", conclusion(all));
  if (json.wanted()) {
    json.write(bound_json(all, seed, of));
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  namespace benchmarks = nuthatch::benchmarks;
  return benchmarks::program_main<benchmarks::wanted>(
      "bound", benchmarks::purpose, argc, argv, benchmarks::run);
}
