// SPDX-License-Identifier: Apache-2.0

// What splicing costs where it cannot help: sweeps over arrays of their own, spliced and one after
// the other, in turn.

#include <CLI/App.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

#include "cli/options/option_values.hpp"
#include "platform/clock.hpp"
#include "program_main.hpp"
#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/recursive_sweep.hpp"

namespace nuthatch::benchmarks {

namespace {

using grid = workloads::jacobi_grid<1>;
using sweep = workloads::recursive_sweep<grid::sweep>;

constexpr const char* purpose =
    "Runs steps of Jacobi's iteration on lines that have nothing to do with each other, each step "
    "on all lines: spliced, so many calls together as there are lines, and one after the other. "
    "Prints the fastest time of each, and their ratio.";

struct wanted {
  std::string lines = "16";
  std::string cells = "524288";
  std::string steps = "64";
  std::string leaf = "131072";
  std::string slice = "6144";
  std::string rounds = "7";

  void add_to(CLI::App& command) {
    command.add_option("--lines", lines, "that are spliced");
    command.add_option("--cells", cells, "of a line");
    command.add_option("--steps", steps, "on each line");
    command.add_option("--leaf", leaf, "cells of a spliced step");
    command.add_option("--slice", slice, "cells that a spliced step runs in turn");
    command.add_option("--rounds", rounds, "measured runs of each kind, which take turns");
  }
};

std::ptrdiff_t number_of(const char* option, const std::string& text) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40U;
  return static_cast<std::ptrdiff_t>(cli::parse_whole_number(option, text, {1, most}));
}

class disjoint_lines {
  [[nodiscard]] auto calls() {
    return [this](auto& now) {
      for (std::size_t step = 0; step < steps_; ++step) {
        for (const auto& line : lines_) {
          now.call(sweep{line->at(step), leaf_, slice_}, line->cells());
        }
      }
    };
  }

 public:
  explicit disjoint_lines(const wanted& typed)
      : steps_(static_cast<std::size_t>(number_of("--steps", typed.steps))),
        leaf_{number_of("--leaf", typed.leaf)},
        slice_(number_of("--slice", typed.slice)) {
    const workloads::jacobi_problem<1> each{{number_of("--cells", typed.cells)}, steps_, true};
    for (std::ptrdiff_t i = 0; i < number_of("--lines", typed.lines); ++i) {
      lines_.push_back(std::make_unique<grid>(each));
    }
  }

  void start() {
    for (const auto& line : lines_) {
      line->start();
    }
  }

  void check() const {
    for (const auto& line : lines_) {
      if (const std::string wrong = line->check(); !wrong.empty()) {
        throw std::runtime_error("wrong result: " + wrong);
      }
    }
  }

  void in_order() { run_in_order<sweep::effect>(calls()); }

  splice_counts spliced() { return try_splice<sweep::effect>(lines_.size(), calls()); }

 private:
  std::size_t steps_;
  workloads::extents<1> leaf_;
  std::ptrdiff_t slice_;
  std::vector<std::unique_ptr<grid>> lines_;
};

template <class What>
double seconds_of(disjoint_lines& lines, const What& what) {
  constexpr double ns = 1e-9;
  lines.start();
  const std::uint64_t begin = platform::monotonic_ns();
  what();
  const double seconds = ns * static_cast<double>(platform::monotonic_ns() - begin);
  lines.check();
  return seconds;
}

void run(const wanted& typed) {
  const std::ptrdiff_t rounds = number_of("--rounds", typed.rounds);
  disjoint_lines lines(typed);
  runtime on({.workers = 1});
  std::vector<double> in_order;
  std::vector<double> spliced;
  splice_counts counts;
  for (std::ptrdiff_t round = 0; round < rounds; ++round) {
    on.run([&] {
      in_order.push_back(seconds_of(lines, [&] { lines.in_order(); }));
      spliced.push_back(seconds_of(lines, [&] { counts = lines.spliced(); }));
    });
  }
  const double best = std::ranges::min(in_order);
  const double of_splicing = std::ranges::min(spliced);
  fmt::print("in order {:.4f} s, spliced {:.4f} s, {:.3f} times as long; {} steps, {} switches\n",
             best,
             of_splicing,
             of_splicing / best,
             counts.steps,
             counts.switches);
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  using nuthatch::benchmarks::wanted;
  return nuthatch::benchmarks::program_main<wanted>(
      "splicing_disjoint", nuthatch::benchmarks::purpose, argc, argv, nuthatch::benchmarks::run);
}
