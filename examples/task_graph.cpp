// SPDX-License-Identifier: Apache-2.0

// Sweeps over a rod, in place, so that each block needs the new values on its left and the old ones
// on its right. The effects of the blocks make a graph of the sweeps, several of which overlap.
//
//   task_graph [cells]

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/task_graph.hpp>

namespace {

constexpr std::size_t block = 2048;
constexpr int sweeps = 8;  // of one run of the graph
constexpr int runs = 10;

void relax(double* rod, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i != last; ++i) {
    rod[i] = 0.5 * (rod[i - 1] + rod[i + 1]);
  }
}

}  // namespace

int main(int count, char** arguments) {
  namespace effects = nuthatch::effects;
  const std::size_t cells = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 200'000;
  std::vector<double> rod(cells + 2);  // a cell beside each end is fixed
  rod.front() = 1;
  std::vector<double> expected = rod;

  nuthatch::task_graph graph;
  double* const of = rod.data();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t first = 1; first <= cells; first += block) {
      const std::size_t last = std::min(first + block, cells + 1);
      graph.add(effects::reads(effects::range(of + first - 1, of + last + 1)) +
                    effects::writes(effects::range(of + first, of + last)),
                [=] { relax(of, first, last); });
    }
  }
  for (int run = 0; run < runs; ++run) {
    graph.run();
  }

  for (int sweep = 0; sweep < runs * sweeps; ++sweep) {
    relax(expected.data(), 1, cells + 1);
  }
  std::printf("%zu tasks, %zu dependences: %s\n",
              graph.size(),
              graph.dependences(),
              rod == expected ? "equal" : "different");
  return rod == expected ? 0 : 1;
}
