// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/path_lengths.hpp"
#include "workloads/spawning/place_blocks.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_pair = 0.15;

class floyd_warshall_instance final : public instance_with_phases {
 public:
  floyd_warshall_instance(std::size_t vertices, block_size block)
      : block_(block),
        paths_(vertices) {}

  void reset() override { paths_.start(); }

  void run_serial() override {
    for (std::size_t vertex = 0; vertex < paths_.vertices(); ++vertex) {
      paths_.allow(vertex, paths_.all());
    }
  }

  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy, [this, &by](auto tag) {
      for (std::size_t vertex = 0; vertex < paths_.vertices(); ++vertex) {
        by.run(0, [this, tag, vertex] { allow(tag, vertex); });
      }
    });
  }

  /// Lengths are whole numbers, so this is exact.
  std::string verify() override { return paths_.compare_with_searches(); }

  [[nodiscard]] std::string answer() const override {
    return message("all paths together are ", paths_.total(), " long");
  }

 private:
  template <class Policy>
  void allow(Policy policy, std::size_t vertex) {
    place_blocks(policy, paths_.all(), block_, [this, vertex](const grid_part& part) {
      state<Policy>(ns_per_pair, part.rows() * part.columns());
      paths_.allow(vertex, part);
    });
  }

  block_size block_;
  path_lengths paths_;
};

}  // namespace

workload floyd_warshall_workload() {
  return {
      "floyd-warshall",
      "all shortest paths of a graph, each vertex allowed in turn, all pairs in parallel",
      {{"n", "vertices", {"100", "800", "32768"}, integer_range{2, 100'000}},
       {"block-rows", "rows of a block", {"16", "64", "64"}, integer_range{1, 100'000}},
       {"block-columns", "columns of a block", {"64", "400", "4096"}, integer_range{1, 100'000}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<floyd_warshall_instance>(
            chosen.get_size("n"),
            block_size{chosen.get_size("block-rows"), chosen.get_size("block-columns")});
      }};
}

}  // namespace nuthatch::workloads
