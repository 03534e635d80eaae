// SPDX-License-Identifier: Apache-2.0
// Executes a graph of Task Bench on the library, in one of several forms.
//
// usage: library -way counters|loops|phase -worker N [option of Task Bench]...
#include <atomic>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "graph_run.hpp"

namespace {

using task_graphs::graph_run;

/// Each task has a counter of its missing inputs. The task that produces the last input of some
/// successors continues with one of them and spawns the others.
class counted_tasks {
 public:
  explicit counted_tasks(graph_run& graph)
      : graph_(graph),
        missing_(std::make_unique<std::atomic<int>[]>(
            static_cast<std::size_t>(graph.steps() * graph.width()))) {}

  void prepare() {
    for (long step = 0; step < graph_.steps(); ++step) {
      for (long point = 0; point < graph_.width(); ++point) {
        missing(step, point)
            .store(static_cast<int>(graph_.inputs(step, point).size()), std::memory_order_relaxed);
      }
    }
  }

  void run() {
    for (long step = 0; step < graph_.steps(); ++step) {
      for (long point = 0; point < graph_.width(); ++point) {
        if (graph_.inputs(step, point).empty()) {
          spawn(step, point);
        }
      }
    }
  }

 private:
  std::atomic<int>& missing(long step, long point) {
    return missing_[static_cast<std::size_t>(step * graph_.width() + point)];
  }

  void spawn(long step, long point) {
    nuthatch::async(nuthatch::help_first, [this, step, point] { execute_from(step, point); });
  }

  void execute_from(long step, long point) {
    for (; point >= 0; ++step) {
      graph_.execute(step, point);
      nuthatch::poll();
      point = start_successors(step, point);
    }
  }

  /// Spawns those successors whose inputs are complete, except the one that it returns, or -1.
  long start_successors(long step, long point) {
    long next = -1;
    for (long successor : graph_.successors(step, point)) {
      if (!completes(step + 1, successor)) {
        continue;
      }
      if (successor == point || next < 0) {  // prefers the same point: its lines are in the cache
        std::swap(next, successor);
      }
      if (successor >= 0) {
        spawn(step + 1, successor);
      }
    }
    return next;
  }

  /// Returns true if the caller has produced the last input of the task.
  bool completes(long step, long point) {
    // acq_rel: all inputs happen before the task that the last of them starts.
    return graph_.inputs(step, point).size() == 1 ||
           missing(step, point).fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  graph_run& graph_;
  std::unique_ptr<std::atomic<int>[]> missing_;
};

/// Executes the steps one after the other, each as a parallel loop over its points.
void run_loops(graph_run& graph) {
  for (long step = 0; step < graph.steps(); ++step) {
    nuthatch::parallel_for(0L, graph.width(), [&graph, step](long p) { graph.execute(step, p); });
  }
}

/// A persistent phase records and adapts in its first runs, which are not measured.
constexpr int learning_runs = 16;

}  // namespace

int main(int count, char** arguments) {
  graph_run graph(count, arguments);
  const std::string_view way = graph.way();
  nuthatch::options wanted = nuthatch::options::from_environment();
  wanted.workers = graph.workers();
  nuthatch::runtime runtime(wanted);
  const auto nothing = [] {
  };
  if (way == "counters") {
    counted_tasks tasks(graph);
    graph.measure(1, [&] { tasks.prepare(); }, [&] { runtime.run([&] { tasks.run(); }); });
  } else if (way == "loops") {
    graph.measure(1, nothing, [&] { runtime.run([&] { run_loops(graph); }); });
  } else if (way == "phase") {
    nuthatch::persistent_phase phase;
    graph.measure(learning_runs, nothing, [&] {
      runtime.run([&] { phase.run([&] { run_loops(graph); }); });
    });
  } else {
    std::fprintf(stderr, "-way is counters, loops or phase\n");
    return 2;
  }
}
