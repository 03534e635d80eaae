// SPDX-License-Identifier: Apache-2.0

// Measures the cost of options::reproducible: the same parallel_reduce with and without it, in
// turn.

#include <CLI/App.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"
#include "cli/options/option_values.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs a reduction of doubles with and without options::reproducible, in turn, in one process, "
    "and prints nanoseconds per iteration and their ratio: median, least and greatest of the "
    "rounds. With --calls, makes so many calls of one kind and prints nothing, for Valgrind.";

const std::vector<std::string> known_bodies{"sum", "sine"};

struct wanted {
  std::vector<std::string> bodies = known_bodies;
  std::vector<std::uint64_t> iterations{1000, 10'000, 100'000, 1'000'000, 10'000'000};
  std::vector<unsigned> workers{1, 2};
  unsigned rounds = 11;
  std::optional<int> calls;
  bool reproducible = false;

  void add_to(CLI::App& command) {
    constexpr cli::whole_number_range many{1, 1'000'000'000};
    add_names(command,
              "--bodies",
              "body",
              bodies,
              known_bodies,
              "of sum (load, add) and sine (of the number, add)");
    add_numbers(command, "--iterations", iterations, many, "of a call, for instance 1000,1000000");
    add_parsed(command,
               "--workers",
               workers,
               cli::parse_worker_counts,
               "numbers of workers, for instance 1,2");
    add_number(command, "--rounds", rounds, {1, 100'000}, "of both kinds in turn");
    add_number(command, "--calls", calls, many, "make only so many calls, all of one kind");
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

/// Returns the nanoseconds per iteration of that many calls in one task.
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
    throw error(body + ": no sum");  // the sum is used, so the compiler keeps the calls
  }
  return took.count() / calls / static_cast<double>(numbers.size());
}

void compare(const std::string& body, std::uint64_t count, unsigned workers, unsigned rounds) {
  constexpr double calls_take_about = 2e7;  // iterations; so a round takes some milliseconds
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
    if (round > 0) {  // the first round warms up
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

void run(const wanted& chosen) {
  if (chosen.calls) {
    runtime one(with(chosen.workers.front(), chosen.reproducible));
    time(one, chosen.bodies.front(), harmonic(chosen.iterations.front()), *chosen.calls);
    return;
  }
  fmt::print("{:<6} {:>10} {:>8} {:>10} {:>14}   {}\n",
             "body",
             "iterations",
             "workers",
             "ns each",
             "reproducible",
             "ratio (least to greatest)");
  for (const std::string& body : chosen.bodies) {
    for (const std::uint64_t count : chosen.iterations) {
      for (const unsigned each : chosen.workers) {
        compare(body, count, each, chosen.rounds);
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
