// SPDX-License-Identifier: Apache-2.0
// Executes a graph of Task Bench as a flow graph of oneTBB, which is built before the measurement.
#include <cstddef>
#include <deque>
#include <vector>

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "graph_run.hpp"

int main(int count, char** arguments) {
  using node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  task_graphs::graph_run graph(count, arguments);
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, graph.workers());
  tbb::task_arena arena(static_cast<int>(graph.workers()));
  arena.execute([&] {
    tbb::flow::graph flow;
    std::deque<node> nodes;
    std::vector<node*> first;
    for (long step = 0; step < graph.steps(); ++step) {
      for (long point = 0; point < graph.width(); ++point) {
        nodes.emplace_back(flow, [&graph, step, point](const tbb::flow::continue_msg&) {
          graph.execute(step, point);
        });
        for (const long from : graph.inputs(step, point)) {
          const long index = (step - 1) * graph.width() + from;
          tbb::flow::make_edge(nodes[static_cast<std::size_t>(index)], nodes.back());
        }
        if (graph.inputs(step, point).empty()) {
          first.push_back(&nodes.back());
        }
      }
    }
    graph.measure(
        1,
        [] {},
        [&] {
          for (node* each : first) {
            each->try_put(tbb::flow::continue_msg());
          }
          flow.wait_for_all();
        });
  });
}
