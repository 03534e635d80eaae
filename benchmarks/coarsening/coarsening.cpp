// SPDX-License-Identifier: Apache-2.0

// Compares pieces of a loop of fixed sizes with pieces that grow as far as the schedule permits.

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Runs a loop over rows time and again as a persistent phase, on virtual workers. It is halved "
    "down to pieces of a fixed size, or of the smallest of these sizes but as large as the "
    "schedule "
    "has room for. A row takes 500 to 1500 ns, later ones longer, and 30 percent more or less by "
    "chance; each piece takes a time more. Prints the speedup of an iteration over one piece, once "
    "phases follow their schedules, and how large the growing pieces came to be. Source: Figures 5 "
    "and 7 of Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs "
    "Using Constrained Work Stealing. The same command prints the same each time.";

struct wanted {
  std::size_t rows = 65536;
  std::vector<std::size_t> grains{8, 64, 512};
  std::uint64_t piece_ns = 3000;
  std::vector<unsigned> workers{20, 40, 60, 80};
  std::size_t runs = 3;
  std::size_t iterations = 24;

  void add_to(CLI::App& command) {
    add_number(command, "--rows", rows, {1, 10'000'000}, "of the loop");
    add_numbers(command, "--grains", grains, {1, 10'000'000}, "rows of a piece");
    add_number(
        command, "--piece", piece_ns, {0, 1'000'000'000}, "nanoseconds that each piece takes more");
    add_numbers(command, "--workers", workers, {1, 4096}, "numbers of virtual workers");
    add_number(command, "--runs", runs, {1, 1000}, "of each kind, with one seed each");
    add_number(command,
               "--iterations",
               iterations,
               {13, 100'000},
               "of a run, more than 12; the last 4 count");
  }
};

/// The number of pieces by size: entry i counts pieces of 2^i to 2^(i + 1) - 1 rows.
using histogram = std::array<std::size_t, 32>;

struct loop {
  std::size_t rows;
  std::uint64_t piece_ns;

  [[nodiscard]] std::uint64_t row_ns(std::size_t row) const {
    constexpr std::uint64_t least = 500;
    constexpr std::uint64_t growth = 1000;
    constexpr std::uint32_t chance = 61;  // percent points, from 70 to 130
    base::random_source own(1, row);
    return (least + growth * row / rows) * (70 + own.below(chance)) / 100;
  }

  [[nodiscard]] std::uint64_t serial_ns() const {
    std::uint64_t all = piece_ns;
    for (std::size_t row = 0; row < rows; ++row) {
      all += row_ns(row);
    }
    return all;
  }
};

/// One iteration of the loop. It counts its pieces.
class iteration {
 public:
  iteration(const loop& of, std::size_t grain, bool grows)
      : of_(of),
        grain_(grain),
        grows_(grows),
        done_(of.rows) {}

  void run() { run(0, of_.rows); }

  /// Returns the pieces of all runs since the last call. Throws std::runtime_error if a row has not
  /// run in each of them.
  histogram take_pieces(std::size_t runs) {
    if (std::ranges::any_of(done_, [runs](std::uint32_t times) { return times != runs; })) {
      throw std::runtime_error("a row ran more or less often than the loop");
    }
    std::ranges::fill(done_, 0);
    return std::exchange(pieces_, {});
  }

 private:
  void run(std::size_t first, std::size_t last) {
    if (last - first <= grain_ || (grows_ && !spawns_may_migrate())) {
      run_piece(first, last);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    fork_join(
        work_first,
        [this, first, middle] { run(first, middle); },
        [this, middle, last] { run(middle, last); });
  }

  void run_piece(std::size_t first, std::size_t last) {
    ++pieces_.at(static_cast<std::size_t>(std::bit_width(last - first)) - 1);
    std::uint64_t ns = of_.piece_ns;
    for (std::size_t row = first; row < last; ++row) {
      ns += of_.row_ns(row);
      ++done_[row];
    }
    charge_work(ns);
  }

  const loop& of_;
  const std::size_t grain_;
  const bool grows_;
  std::vector<std::uint32_t> done_;
  histogram pieces_{};  // not atomic, because virtual workers share a thread
};

struct found {
  double seconds = 0;  ///< virtual time; the median of the last iterations
  histogram pieces{};  ///< of one iteration
};

found run_phases(
    const loop& of, std::size_t grain, bool grows, const options& on, std::size_t iterations) {
  const virtual_runtime pretended(on);
  return pretended->run([&] {
    constexpr std::size_t measured = 4;
    iteration each(of, grain, grows);
    persistent_phase phase;
    for (std::size_t i = measured; i < iterations; ++i) {
      phase.run([&each] { each.run(); });
    }
    static_cast<void>(each.take_pieces(iterations - measured));
    std::array<double, measured> seconds{};
    found result;
    for (double& one : seconds) {
      phase.run([&each] { each.run(); });
      one = phase.last().seconds;
      result.pieces = each.take_pieces(1);
    }
    std::ranges::sort(seconds);
    result.seconds = seconds[measured / 2];
    return result;
  });
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

void print_pieces(unsigned workers, const std::vector<histogram>& runs) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::string text;
    for (std::size_t size = 0; size < runs[run].size(); ++size) {
      if (runs[run][size] != 0) {
        text += fmt::format("  {}: {}", std::size_t{1} << size, runs[run][size]);
      }
    }
    fmt::print("  {} workers, run {}, rows of a piece, at least:{}\n", workers, run + 1, text);
  }
}

void measure(const loop& of,
             const std::vector<std::size_t>& grains,
             unsigned workers,
             std::size_t runs,
             std::size_t iterations) {
  const auto serial = static_cast<double>(of.serial_ns()) * 1e-9;
  fmt::print("{:>8} |", workers);
  std::vector<histogram> grown;
  for (std::size_t kind = 0; kind <= grains.size(); ++kind) {
    const bool grows = kind == grains.size();
    std::vector<double> speedups;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
      const found one = run_phases(of,
                                   grows ? std::ranges::min(grains) : grains[kind],
                                   grows,
                                   {.workers = workers, .seed = seed},
                                   iterations);
      speedups.push_back(serial / one.seconds);
      if (grows) {
        grown.push_back(one.pieces);
      }
    }
    fmt::print(" {:9.2f}", median(speedups));
  }
  fmt::print("\n");
  print_pieces(workers, grown);
  static_cast<void>(std::fflush(stdout));
}

void run_all(const wanted& chosen) {
  const loop of{chosen.rows, chosen.piece_ns};
  fmt::print("{:>8} |", "workers");
  for (const std::size_t grain : chosen.grains) {
    fmt::print(" {:>9}", grain);
  }
  fmt::print(" {:>9}\n", "growing");
  for (const unsigned workers : chosen.workers) {
    measure(of, chosen.grains, workers, chosen.runs, chosen.iterations);
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  using nuthatch::benchmarks::wanted;
  return nuthatch::benchmarks::program_main<wanted>(
      "coarsening", nuthatch::benchmarks::purpose, argc, argv, nuthatch::benchmarks::run_all);
}
