// SPDX-License-Identifier: Apache-2.0

// Measures what schedules cost, and how well they serve machines and problems that they were not
// recorded on.

#include <CLI/App.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "adapting/fib.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs fib on virtual workers, as it likes and by schedules: of the same run, of a smaller "
    "problem, of a machine with 10 workers less, and with a worker that has become slow. Prints "
    "times as ratios to a run without a schedule, the median of some seeds. Source: Figure 2 of "
    "Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs Using "
    "Constrained Work Stealing. The same command prints the same each time.";

constexpr unsigned workers_less = 10;

struct wanted {
  unsigned n = 48;
  unsigned larger = 54;
  unsigned cut_off = 30;
  std::vector<unsigned> workers{20, 40, 60, 80};
  unsigned runs = 5;

  void add_to(CLI::App& command) {
    add_number(command, "--fib", n, {1, 70}, "which Fibonacci number");
    add_number(command, "--larger", larger, {1, 70}, "which one follows the schedule of the other");
    add_number(command, "--cut-off", cut_off, {1, 60}, "from which on it is sequential");
    add_numbers(command,
                "--workers",
                workers,
                {workers_less + 1, 4096},
                "numbers of virtual workers, more than 10");
    add_number(command, "--runs", runs, {1, 1000}, "of each kind, with one seed each");
  }
};

/// The ratios of one kind of run.
class ratios {
 public:
  void add(double ratio) { all_.push_back(ratio); }

  [[nodiscard]] double median() const {
    std::vector<double> sorted = all_;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
  }

 private:
  std::vector<double> all_;
};

struct row {
  ratios recorded, ordered, unordered, relaxed;
  ratios small_ordered, small_relaxed;
  ratios fewer_unordered, fewer_relaxed;
  ratios slow_free, slow_ordered, slow_relaxed;
  ratios bytes_per_worker;
};

/// Measures one seed. Each replay has another seed than the run whose schedule it follows.
void measure(row& into, const fib_program& program, unsigned larger, const virtual_machine& on) {
  const virtual_machine again{on.workers, on.seed + 1};
  const virtual_machine fewer{on.workers - workers_less, on.seed};
  const fib_program more{larger, program.cut_off, {}};
  const fib_program slowed{program.n, program.cut_off, on.workers / 2};
  const double free = run_freely(program, again).seconds;
  const double more_free = run_freely(more, again).seconds;
  const timed first = run_recorded(program, on);
  const auto by = [&](const schedule& made, replay_mode mode, const fib_program& what) {
    return run_by(made, mode, what, again).seconds;
  };
  using enum replay_mode;
  into.recorded.add(run_recorded(program, again).seconds / free);
  into.ordered.add(by(first.made, strict_ordered, program) / free);
  into.unordered.add(by(first.made, strict_unordered, program) / free);
  into.relaxed.add(by(first.made, relaxed, program) / free);
  into.small_ordered.add(by(first.made, strict_ordered, more) / more_free);
  into.small_relaxed.add(by(first.made, relaxed, more) / more_free);
  const schedule of_fewer = run_recorded(program, fewer).made;
  into.fewer_unordered.add(by(of_fewer, strict_unordered, program) / free);
  into.fewer_relaxed.add(by(of_fewer, relaxed, program) / free);
  into.slow_free.add(run_freely(slowed, again).seconds / free);
  into.slow_ordered.add(by(first.made, strict_ordered, slowed) / free);
  into.slow_relaxed.add(by(first.made, relaxed, slowed) / free);
  into.bytes_per_worker.add(static_cast<double>(first.made.bytes()) / on.workers);
}

void print_header() {
  fmt::print("{:>8} | {:>35} | {:>17} | {:>17} | {:>26} | {:>8}\n",
             "workers",
             "the same run",
             "larger problem",
             "of 10 fewer",
             "one slow worker",
             "bytes");
  fmt::print(
      "{:>8} | {:>8} {:>8} {:>8} {:>8} | {:>8} {:>8} | {:>8} {:>8} | {:>8} {:>8} {:>8} | "
      "{:>8}\n",
      "",
      "record",
      "ordered",
      "unord.",
      "relaxed",
      "ordered",
      "relaxed",
      "unord.",
      "relaxed",
      "stealing",
      "ordered",
      "relaxed",
      "a worker");
}

void print(unsigned workers, const row& of) {
  fmt::print(
      "{:>8} | {:8.3f} {:8.3f} {:8.3f} {:8.3f} | {:8.3f} {:8.3f} | {:8.3f} {:8.3f} | {:8.3f} "
      "{:8.3f} {:8.3f} | {:8.0f}\n",
      workers,
      of.recorded.median(),
      of.ordered.median(),
      of.unordered.median(),
      of.relaxed.median(),
      of.small_ordered.median(),
      of.small_relaxed.median(),
      of.fewer_unordered.median(),
      of.fewer_relaxed.median(),
      of.slow_free.median(),
      of.slow_ordered.median(),
      of.slow_relaxed.median(),
      of.bytes_per_worker.median());
  static_cast<void>(std::fflush(stdout));
}

void run_all(const wanted& chosen) {
  const fib_program program{chosen.n, chosen.cut_off, {}};
  print_header();
  for (const unsigned workers : chosen.workers) {
    row now;
    for (std::uint64_t seed = 1; seed <= chosen.runs; ++seed) {
      measure(now, program, chosen.larger, {workers, 2 * seed});
    }
    print(workers, now);
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  using nuthatch::benchmarks::wanted;
  return nuthatch::benchmarks::program_main<wanted>(
      "adapting", nuthatch::benchmarks::purpose, argc, argv, nuthatch::benchmarks::run_all);
}
