// SPDX-License-Identifier: Apache-2.0
// Executes a graph of Task Bench as a graph of Taskflow, which is built before the measurement.
#include <cstddef>
#include <taskflow/taskflow.hpp>
#include <vector>

#include "graph_run.hpp"

int main(int count, char** arguments) {
  task_graphs::graph_run graph(count, arguments);
  tf::Executor executor(graph.workers());
  tf::Taskflow flow;
  std::vector<tf::Task> tasks;
  for (long step = 0; step < graph.steps(); ++step) {
    for (long point = 0; point < graph.width(); ++point) {
      tasks.push_back(flow.emplace([&graph, step, point] { graph.execute(step, point); }));
      for (const long from : graph.inputs(step, point)) {
        const long index = (step - 1) * graph.width() + from;
        tasks[static_cast<std::size_t>(index)].precede(tasks.back());
      }
    }
  }
  graph.measure(1, [] {}, [&] { executor.run(flow).wait(); });
}
