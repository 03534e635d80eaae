// SPDX-License-Identifier: Apache-2.0

// Measures the cost of splicing where it cannot help: sweeps over separate arrays, spliced and one
// after the other, in turn.

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
#include "typed_options.hpp"
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
  std::size_t lines = 16;
  std::ptrdiff_t cells = 524288;
  std::size_t steps = 64;
  std::ptrdiff_t leaf = 131072;
  std::ptrdiff_t slice = 6144;
  std::size_t rounds = 7;

  void add_to(CLI::App& command) {
    constexpr cli::whole_number_range any{1, std::uint64_t{1} << 40U};
    add_number(command, "--lines", lines, any, "that are spliced");
    add_number(command, "--cells", cells, any, "of a line");
    add_number(command, "--steps", steps, any, "on each line");
    add_number(command, "--leaf", leaf, any, "cells of a spliced step");
    add_number(command, "--slice", slice, any, "cells that a spliced step runs in turn");
    add_number(command, "--rounds", rounds, any, "measured runs of each kind, which take turns");
  }
};

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
  explicit disjoint_lines(const wanted& chosen)
      : steps_(chosen.steps),
        leaf_{chosen.leaf},
        slice_(chosen.slice) {
    const workloads::jacobi_problem<1> each{{chosen.cells}, steps_, true};
    for (std::size_t i = 0; i < chosen.lines; ++i) {
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

void run(const wanted& chosen) {
  disjoint_lines lines(chosen);
  runtime on({.workers = 1});
  std::vector<double> in_order;
  std::vector<double> spliced;
  splice_counts counts;
  for (std::size_t round = 0; round < chosen.rounds; ++round) {
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
