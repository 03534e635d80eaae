// SPDX-License-Identifier: Apache-2.0

// Compares pipelines, task graphs and wavefronts with oneTBB's pipelines and flow graphs, in turn.

#include <CLI/App.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/pipeline.hpp>
#include <nuthatch/task_graph.hpp>
#include <nuthatch/wavefront.hpp>

#include "cli/measure/summary.hpp"
#include "cli/options/option_values.hpp"
#include "program_main.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

namespace tbb = oneapi::tbb;

constexpr const char* purpose =
    "Runs a pipeline with a parallel and an ordered stage, and a grid of tasks that wait for their "
    "neighbours, on Nuthatch and on oneTBB in turn, and serially. Prints nanoseconds per item: the "
    "fastest of the rounds.";

struct wanted {
  std::vector<std::uint64_t> works{0, 100, 2000};
  std::vector<unsigned> workers{1, 2};
  std::size_t items = 20'000;
  std::size_t edge = 100;
  unsigned rounds = 15;

  void add_to(CLI::App& command) {
    constexpr cli::whole_number_range many{1, 1'000'000'000};
    add_numbers(command,
                "--works",
                works,
                {0, 1'000'000'000},
                "multiplications in each item, for instance 0,2000");
    add_parsed(command,
               "--workers",
               workers,
               cli::parse_worker_counts,
               "numbers of workers, for instance 1,2");
    add_number(command, "--items", items, many, "of the pipeline");
    add_number(command, "--edge", edge, {1, 10'000}, "of the square grid, in tasks");
    add_number(command, "--rounds", rounds, {1, 100'000}, "of all kinds in turn");
  }
};

std::uint64_t work_on(std::uint64_t item, std::uint64_t multiplications) {
  for (std::uint64_t i = 0; i < multiplications; ++i) {
    item = item * 6364136223846793005U + 1442695040888963407U;
  }
  return item >> 8U;
}

/// One way to do the same thing. The result has to be that of the others.
struct contender {
  std::string name;
  std::function<std::uint64_t()> run;
};

/// Runs all in turn, and prints the fastest times per item. The last one is the serial program.
void compare(const std::string& title,
             const std::vector<contender>& all,
             std::size_t items,
             unsigned rounds) {
  using clock = std::chrono::steady_clock;
  std::vector<std::vector<double>> times(all.size());
  for (unsigned round = 0; round <= rounds; ++round) {
    std::optional<std::uint64_t> expected;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto start = clock::now();
      const std::uint64_t result = all[i].run();
      const std::chrono::duration<double, std::nano> took = clock::now() - start;
      if (result != expected.value_or(result)) {
        throw error(title + ", " + all[i].name + ": another result");
      }
      expected = result;
      if (round > 0) {  // the first round warms up
        times[i].push_back(took.count() / static_cast<double>(items));
      }
    }
  }
  fmt::print("{:<28}", title);
  for (std::size_t i = 0; i < all.size(); ++i) {
    fmt::print("  {} {:.1f}", all[i].name, cli::summarize(std::move(times[i])).min);
  }
  fmt::print("\n");
}

options with(unsigned workers) {
  options chosen;
  chosen.workers = workers;
  return chosen;
}

void compare_pipelines(const wanted& chosen, unsigned workers, std::uint64_t work) {
  runtime on(with(workers));
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
  const std::size_t tokens = std::size_t{8} * workers;
  const std::size_t items = chosen.items;
  const auto pipeline_here = [&] {
    return on.run([&] {
      std::uint64_t next = 0;
      std::uint64_t sum = 0;
      pipeline(
          tokens,
          [&] { return next < items ? std::optional(next++) : std::nullopt; },
          stage::parallel([work](std::uint64_t item) { return work_on(item, work); }),
          stage::serial_in_order([&sum](std::uint64_t item) { sum = sum * 31 + item; }));
      return sum;
    });
  };
  const auto pipeline_there = [&] {
    std::uint64_t next = 0;
    std::uint64_t sum = 0;
    const auto source = [&](tbb::flow_control& control_of) -> std::uint64_t {
      if (next == items) {
        control_of.stop();
        return 0;
      }
      return next++;
    };
    tbb::parallel_pipeline(
        tokens,
        tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order, source) &
            tbb::make_filter<std::uint64_t, std::uint64_t>(
                tbb::filter_mode::parallel,
                [work](std::uint64_t item) { return work_on(item, work); }) &
            tbb::make_filter<std::uint64_t, void>(
                tbb::filter_mode::serial_in_order,
                [&sum](std::uint64_t item) { sum = sum * 31 + item; }));
    return sum;
  };
  const auto serial = [&] {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
      sum = sum * 31 + work_on(i, work);
    }
    return sum;
  };
  compare(fmt::format("pipeline, {} workers, {}", workers, work),
          {{"nuthatch", pipeline_here}, {"onetbb", pipeline_there}, {"serial", serial}},
          items,
          chosen.rounds);
}

/// A square of cells, each of which depends on those above and to the left.
class grid {
 public:
  grid(std::size_t edge, std::uint64_t work) : edge_(edge), work_(work), cells_(edge * edge) {}

  void visit(std::size_t row, std::size_t column) {
    const std::uint64_t above = row == 0 ? 1 : cells_[(row - 1) * edge_ + column];
    const std::uint64_t left = column == 0 ? 1 : cells_[row * edge_ + column - 1];
    cells_[row * edge_ + column] = work_on(above * 3 + left, work_);
  }

  /// Calls f(row, column) for all cells by rows.
  template <class Function>
  void for_each(Function f) const {
    for (std::size_t row = 0; row < edge_; ++row) {
      for (std::size_t column = 0; column < edge_; ++column) {
        f(row, column);
      }
    }
  }

  [[nodiscard]] std::size_t number_of(std::size_t row, std::size_t column) const {
    return row * edge_ + column;
  }

  [[nodiscard]] std::size_t edge() const { return edge_; }

  /// Returns the last cell, and clears all.
  std::uint64_t take_result() {
    const std::uint64_t last = cells_.back();
    cells_.assign(cells_.size(), 0);
    return last;
  }

 private:
  std::size_t edge_;
  std::uint64_t work_;
  std::vector<std::uint64_t> cells_;
};

/// Calls order(before, after) for the numbers of cells that depend on each other.
template <class Order>
void for_each_dependence(const grid& cells, Order order) {
  cells.for_each([&](std::size_t row, std::size_t column) {
    if (row + 1 < cells.edge()) {
      order(cells.number_of(row, column), cells.number_of(row + 1, column));
    }
    if (column + 1 < cells.edge()) {
      order(cells.number_of(row, column), cells.number_of(row, column + 1));
    }
  });
}

void compare_graphs(const wanted& chosen, unsigned workers, std::uint64_t work) {
  grid cells(chosen.edge, work);
  runtime on(with(workers));
  task_graph graph;
  std::vector<task_graph<>::task> tasks;
  cells.for_each([&](std::size_t row, std::size_t column) {
    tasks.push_back(graph.add([&cells, row, column] { cells.visit(row, column); }));
  });
  for_each_dependence(
      cells, [&](std::size_t before, std::size_t after) { tasks[before].before(tasks[after]); });

  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
  tbb::flow::graph flow;
  using node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  std::vector<std::unique_ptr<node>> nodes;
  cells.for_each([&](std::size_t row, std::size_t column) {
    nodes.push_back(std::make_unique<node>(
        flow, [&cells, row, column](const tbb::flow::continue_msg&) { cells.visit(row, column); }));
  });
  for_each_dependence(cells, [&](std::size_t before, std::size_t after) {
    tbb::flow::make_edge(*nodes[before], *nodes[after]);
  });

  const auto visit = [&cells](std::size_t row, std::size_t column) {
    cells.visit(row, column);
  };
  const auto run_graph = [&] {
    on.run([&] { graph.run(); });
    return cells.take_result();
  };
  const auto run_wavefront = [&] {
    on.run([&] { wavefront(cells.edge(), cells.edge(), visit); });
    return cells.take_result();
  };
  const auto run_flow = [&] {
    nodes.front()->try_put(tbb::flow::continue_msg());
    flow.wait_for_all();
    return cells.take_result();
  };
  const auto serial = [&] {
    cells.for_each(visit);
    return cells.take_result();
  };
  compare(fmt::format("grid, {} workers, {}", workers, work),
          {{"graph", run_graph},
           {"wavefront", run_wavefront},
           {"onetbb", run_flow},
           {"serial", serial}},
          chosen.edge * chosen.edge,
          chosen.rounds);
}

void run(const wanted& chosen) {
  for (const unsigned workers : chosen.workers) {
    for (const std::uint64_t work : chosen.works) {
      compare_pipelines(chosen, workers, work);
      compare_graphs(chosen, workers, work);
    }
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  namespace benchmarks = nuthatch::benchmarks;
  return benchmarks::program_main<benchmarks::wanted>(
      "ordered_work", benchmarks::purpose, argc, argv, benchmarks::run);
}
