// SPDX-License-Identifier: Apache-2.0

// What options::reproducible costs: the same parallel_reduce with and without it, in turn.

#include <CLI/App.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "program_main.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs a reduction of doubles with and without options::reproducible, in turn, in one process, "
    "and prints nanoseconds per iteration and their ratio: median, least and greatest of the "
    "rounds. With --calls, makes so many calls of one kind and prints nothing, for Valgrind.";

struct wanted {
  std::string bodies = "sum,sine";
  std::string iterations = "1000,10000,100000,1000000,10000000";
  std::string workers = "1,2";
  std::string rounds = "11";
  std::string calls;
  bool reproducible = false;

  void add_to(CLI::App& command) {
    command.add_option("--bodies", bodies, "of sum (load, add) and sine (of the number, add)");
    command.add_option("--iterations", iterations, "of a call, for instance 1000,1000000");
    command.add_option("--workers", workers, "numbers of workers, for instance 1,2");
    command.add_option("--rounds", rounds, "of both kinds in turn");
    command.add_option("--calls", calls, "make only so many calls, all of one kind");
    command.add_flag("--reproducible", reproducible, "with --calls: the reproducible kind");
  }
};

double reduce(const std::string& body, const std::vector<double>& numbers) {
  if (body == "sum") {
    return parallel_reduce(
        numbers.begin(), numbers.end(), 0.0, [](auto at) { return *at; }, std::plus<>());
  }
  return parallel_reduce(
      numbers.begin(), numbers.end(), 0.0, [](auto at) { return std::sin(*at); }, std::plus<>());
}

std::vector<double> harmonic(std::uint64_t count) {
  std::vector<double> all(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    all[i] = 1.0 / static_cast<double>(i + 1);
  }
  return all;
}

options with(unsigned workers, bool reproducible) {
  options chosen;
  chosen.workers = workers;
  chosen.policy = spawn_policy::help_first;
  chosen.reproducible = reproducible;
  return chosen;
}

/// Nanoseconds per iteration of so many calls in one task.
double time(runtime& on, const std::string& body, const std::vector<double>& numbers, int calls) {
  using clock = std::chrono::steady_clock;
  double kept = 0;
  const std::chrono::duration<double, std::nano> took = on.run([&] {
    const auto start = clock::now();
    for (int call = 0; call < calls; ++call) {
      kept += reduce(body, numbers);
    }
    return clock::now() - start;
  });
  if (!(kept > 0)) {
    throw error(body + ": no sum");  // and so the calls are needed
  }
  return took.count() / calls / static_cast<double>(numbers.size());
}

void compare(const std::string& body, std::uint64_t count, unsigned workers, unsigned rounds) {
  constexpr double calls_take_about = 2e7;  // iterations, so that a round lasts some milliseconds
  const std::vector<double> numbers = harmonic(count);
  const int calls = static_cast<int>(calls_take_about / static_cast<double>(count)) + 1;
  runtime plain(with(workers, /*reproducible=*/false));
  runtime reproducible(with(workers, /*reproducible=*/true));
  std::vector<double> without;
  std::vector<double> with_it;
  std::vector<double> ratios;
  for (unsigned round = 0; round <= rounds; ++round) {
    const double a = time(plain, body, numbers, calls);
    const double b = time(reproducible, body, numbers, calls);
    if (round > 0) {  // the first one warms up
      without.push_back(a);
      with_it.push_back(b);
      ratios.push_back(b / a);
    }
  }
  const cli::summary ratio = cli::summarize(std::move(ratios));
  fmt::print("{:<6} {:>10} {:>8} {:>10.3f} {:>14.3f}   {:.2f} ({:.2f} to {:.2f})\n",
             body,
             count,
             workers,
             cli::summarize(std::move(without)).median,
             cli::summarize(std::move(with_it)).median,
             ratio.median,
             ratio.min,
             ratio.max);
  std::fflush(stdout);
}

void run(const wanted& typed) {
  const std::vector<std::string> bodies = cli::parse_list("--bodies", typed.bodies);
  for (const std::string& body : bodies) {
    cli::require_known("--bodies: there is no body", body, {"sum", "sine"});
  }
  std::vector<std::uint64_t> counts;
  for (const std::string& text : cli::parse_list("--iterations", typed.iterations)) {
    counts.push_back(cli::parse_whole_number("--iterations", text, {1, 1'000'000'000}));
  }
  const std::vector<unsigned> workers = cli::parse_worker_counts("--workers", typed.workers);
  const auto rounds = cli::parse_whole_number("--rounds", typed.rounds, {1, 100'000});
  if (!typed.calls.empty()) {
    const auto calls = cli::parse_whole_number("--calls", typed.calls, {1, 1'000'000'000});
    runtime one(with(workers.front(), typed.reproducible));
    time(one, bodies.front(), harmonic(counts.front()), static_cast<int>(calls));
    return;
  }
  fmt::print("{:<6} {:>10} {:>8} {:>10} {:>14}   {}\n",
             "body",
             "iterations",
             "workers",
             "ns each",
             "reproducible",
             "ratio (least to greatest)");
  for (const std::string& body : bodies) {
    for (const std::uint64_t count : counts) {
      for (const unsigned each : workers) {
        compare(body, count, each, static_cast<unsigned>(rounds));
      }
    }
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  namespace benchmarks = nuthatch::benchmarks;
  return benchmarks::program_main<benchmarks::wanted>(
      "reductions", benchmarks::purpose, argc, argv, benchmarks::run);
}
