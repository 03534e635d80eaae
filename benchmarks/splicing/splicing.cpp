// SPDX-License-Identifier: Apache-2.0

// Measures the gain and the cost of splicing: in turn, in one process, the plain sweeps of a
// program, its calls one after the other, its calls spliced, and loops that are written by hand.

#include <CLI/App.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/reports.hpp"
#include "platform/clock.hpp"
#include "program_main.hpp"
#include "splicing/plain_loops.hpp"
#include "splicing/static_loops.hpp"
#include "splicing/way.hpp"
#include "typed_options.hpp"
#include "workloads/spliced.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::benchmarks {

namespace {

using workloads::instance_with_splicing;
using workloads::splice_mode;

constexpr const char* purpose =
    "Runs workloads that can be spliced: the plain program, its calls one after the "
    "other (off), loops in the order in which splicing runs slices (order), tiled loops (tiled), "
    "and spliced (on). Verifies each run. Prints the time of the fastest and the middle one, of "
    "the "
    "fastest how many times as fast it is as the plain program and as the loops in the same order, "
    "and what is left of the fastest with kernels that return at once, in seconds and as a share. "
    "With --beside also static loops of OpenMP, on as many threads as the runtime has workers, and "
    "the plain loops as other compilers order them, on one.";

using spliced_workloads = std::vector<const workloads::workload*>;

spliced_workloads all_spliced() {
  spliced_workloads all;
  for (const workloads::workload& each : workloads::all()) {
    if (!each.modes.empty()) {
      all.push_back(&each);
    }
  }
  return all;
}

spliced_workloads parse_spliced(const char* option, const std::string& names) {
  spliced_workloads chosen;
  for (const std::string& name : cli::parse_list(option, names)) {
    chosen.push_back(&cli::find_workload(option, name));
    if (chosen.back()->modes.empty()) {
      throw cli::usage_error(fmt::format("{}: {} cannot be spliced", option, name));
    }
  }
  return chosen;
}

struct wanted {
  spliced_workloads programs = all_spliced();
  workloads::problem_size size = workloads::problem_size::standard;
  std::size_t rounds = 5;
  unsigned workers = 1;
  std::vector<cli::setting> settings;
  bool beside = false;
  std::vector<std::string> ways;
  std::string alone;

  void add_to(CLI::App& command) {
    add_parsed(command,
               "--workloads",
               programs,
               parse_spliced,
               "names with commas; all that can be spliced");
    add_parsed(command, "--size", size, cli::parse_size, "small, default or paper");
    add_number(command,
               "--rounds",
               rounds,
               {1, 1'000'000},
               "measured runs of each kind, which take turns");
    add_parsed(command, "--workers", workers, cli::parse_workers, "of the runtime");
    command
        .add_option_function<std::vector<std::string>>(
            "--set",
            [this](const std::vector<std::string>& texts) {
              std::ranges::transform(texts, std::back_inserter(settings), cli::parse_setting);
            },
            "KEY=VALUE or WORKLOAD.KEY=VALUE; may be repeated")
        ->allow_extra_args(false);
    add_parsed(command,
               "--ways",
               ways,
               cli::parse_list,
               "only these beside plain, order and on; with commas");
    command.add_flag("--beside", beside, "also OpenMP's static loops and other compilers");
    command.add_option(
        "--alone", alone, "runs only this way, once, and looks at no result: for tools that count");
  }
};

double fastest(const std::vector<double>& of) {
  return std::ranges::min(of);
}

double seconds_of(const std::function<void()>& what) {
  constexpr double ns = 1e-9;
  const std::uint64_t begin = platform::monotonic_ns();
  what();
  return ns * static_cast<double>(platform::monotonic_ns() - begin);
}

splice_counts run_on(runtime& on, const way& how, instance_with_splicing& problem) {
  if (!how.on_worker) {
    return how.run(problem);
  }
  splice_counts counts;
  on.run([&] { counts = how.run(problem); });
  return counts;
}

/// Runs all ways in turn; the first round warms up.
void run_rounds(instance_with_splicing& problem,
                runtime& on,
                std::size_t rounds,
                const std::vector<way*>& ways,
                std::vector<double> way::* seconds) {
  for (std::size_t round = 0; round <= rounds; ++round) {
    for (way* const each : ways) {
      problem.reset();
      const double took = seconds_of([&] { each->counts = run_on(on, *each, problem); });
      const std::string wrong = each->verify ? each->verify(problem) : problem.verify();
      if (!wrong.empty()) {
        throw std::runtime_error(fmt::format("wrong result of {}: {}", each->name, wrong));
      }
      if (round != 0) {
        (each->*seconds).push_back(took);
      }
    }
  }
}

std::unique_ptr<instance_with_splicing> prepare(const workloads::workload& of,
                                                const workloads::parameters& chosen) {
  std::unique_ptr<workloads::instance> made = of.prepare(chosen);
  auto& spliced = dynamic_cast<instance_with_splicing&>(*made);
  static_cast<void>(made.release());  // NOLINT(*-unused-return-value): it is `spliced`
  return std::unique_ptr<instance_with_splicing>(&spliced);
}

void print_ways(const std::vector<way>& ways) {
  const double plain = fastest(ways.front().seconds);
  const auto* const by_hand = &*std::ranges::find(ways, "order", &way::name);
  fmt::print("{:>8} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7}\n",
             "",
             "fastest",
             "median",
             "to plain",
             "to order",
             "empty",
             "share");
  for (const way& each : ways) {
    constexpr double percent = 100;
    const double best = fastest(each.seconds);
    fmt::print("{:>8} {:9.4f} {:9.4f} {:9.2f} {:9.2f}",
               each.name,
               best,
               cli::summarize(each.seconds).median,
               plain / best,
               fastest(by_hand->seconds) / best);
    if (each.calls_kernels) {
      const double empty = fastest(each.empty_seconds);
      fmt::print(" {:10.6f} {:6.1f}%", empty, percent * empty / best);
    }
    fmt::print("\n");
  }
  const splice_counts& counts = std::ranges::find(ways, "on", &way::name)->counts;
  fmt::print("  {} steps, {} checks, {} switches, {} delayed, {} dependences, {} bytes at most\n\n",
             counts.steps,
             counts.interference_checks,
             counts.switches,
             counts.delayed_steps,
             counts.dependences,
             counts.peak_delayed_bytes);
  static_cast<void>(std::fflush(stdout));
}

/// Returns the plain program and the modes of its workload.
std::vector<way> ways_of(const workloads::workload& of) {
  std::vector<way> ways{{"plain", [](instance_with_splicing& problem) {
                           problem.run_serial();
                           return splice_counts{};
                         }}};
  for (const splice_mode mode :
       {splice_mode::off, splice_mode::order, splice_mode::tiled, splice_mode::on}) {
    if (std::ranges::find(of.modes, mode) != of.modes.end()) {
      ways.push_back({std::string(to_string(mode)), [mode](instance_with_splicing& problem) {
                        return problem.run_spliced(mode, {});
                      }});
    }
  }
  return ways;
}

void add_ways_beside(instance_with_splicing& problem, unsigned threads, std::vector<way>& ways) {
  if (has_static_loops(problem)) {
    ways.push_back({.name = "openmp",
                    .run =
                        [threads](instance_with_splicing& any) {
                          run_static_loops(any, threads);
                          return splice_counts{};
                        },
                    .on_worker = false});
  }
  for (const compiled_loops& loops : plain_loops_of(problem)) {
    ways.push_back({.name = loops.compiler,
                    .run =
                        [run = loops.run](instance_with_splicing& any) {
                          run(any);
                          return splice_counts{};
                        },
                    .verify = loops.verify,
                    .calls_kernels = false});
  }
}

/// If `kept` names some ways, removes all others, except those that ratios refer to.
void keep_only(std::vector<std::string> kept, std::vector<way>& ways) {
  if (kept.empty()) {
    return;
  }
  for (const char* const always : {"plain", "order", "on"}) {
    kept.emplace_back(always);
  }
  std::erase_if(
      ways, [&kept](const way& each) { return std::ranges::find(kept, each.name) == kept.end(); });
}

void say_who_is_absent() {
  std::vector<std::string> absent = absent_loop_compilers();
  if (const std::string reason = no_static_loops(); !reason.empty()) {
    absent.push_back("openmp: " + reason);
  }
  for (const std::string& each : absent) {
    fmt::print("left out: {}\n", each);
  }
}

void measure(const workloads::workload& of, const wanted& chosen) {
  runtime on({.workers = chosen.workers});
  const workloads::parameters full = cli::resolve_parameters(of, chosen.size, chosen.settings);
  fmt::print("{} {}\n", of.name, cli::describe_parameters(full));
  const std::unique_ptr<instance_with_splicing> problem = prepare(of, full);
  std::vector<way> ways = ways_of(of);
  if (chosen.beside) {
    add_ways_beside(*problem, chosen.workers, ways);
  }
  keep_only(chosen.ways, ways);
  if (!chosen.alone.empty()) {
    const auto only = std::ranges::find(ways, chosen.alone, &way::name);
    if (only == ways.end()) {
      throw cli::usage_error(fmt::format("--alone: {} has no way '{}'", of.name, chosen.alone));
    }
    run_on(on, *only, *problem);
    return;
  }
  std::vector<way*> all;
  std::vector<way*> with_kernels;
  for (way& each : ways) {
    all.push_back(&each);
    if (each.calls_kernels) {
      with_kernels.push_back(&each);
    }
  }
  run_rounds(*problem, on, chosen.rounds, all, &way::seconds);
  std::vector<cli::setting> without_kernels = chosen.settings;
  without_kernels.push_back({of.name, "kernel", "empty"});
  run_rounds(*prepare(of, cli::resolve_parameters(of, chosen.size, without_kernels)),
             on,
             chosen.rounds,
             with_kernels,
             &way::empty_seconds);
  print_ways(ways);
}

void run(const wanted& chosen) {
  if (chosen.beside) {
    say_who_is_absent();
  }
  for (const workloads::workload* const each : chosen.programs) {
    measure(*each, chosen);
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  using nuthatch::benchmarks::wanted;
  return nuthatch::benchmarks::program_main<wanted>(
      "splicing", nuthatch::benchmarks::purpose, argc, argv, nuthatch::benchmarks::run);
}
