// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/path_lengths.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/split_blocks.hpp"

namespace nuthatch::peers {

using workloads::block_size;
using workloads::grid_part;

/// All shortest paths of a graph: for each vertex that paths may pass through, a loop over blocks
/// of pairs.
class floyd_warshall_problem {
 public:
  static constexpr const char* name = "floyd-warshall";

  static settings::values defaults() {
    return {{"n", "800"}, {"block-rows", "64"}, {"block-columns", "400"}};
  }

  explicit floyd_warshall_problem(const settings& parameters)
      : paths_(parameters.size("n", 2, 100'000), workloads::untouched),
        block_{parameters.size("block-rows", 1, 100'000),
               parameters.size("block-columns", 1, 100'000)} {}

  void reset() { paths_.start(); }

  /// Restores the input by the loops of run(). `policy` has to fit split_blocks().
  template <class Policy>
  void reset(Policy policy) {
    split_blocks(
        policy, paths_.all(), block_, [this](const grid_part& part) { paths_.start(part); });
  }

  template <class Policy>
  void run(Policy policy) {
    for (std::size_t by = 0; by < paths_.vertices(); ++by) {
      split_blocks(policy, paths_.all(), block_, [this, by](const grid_part& part) {
        paths_.allow(by, part);
      });
    }
  }

  [[nodiscard]] std::string answer() const {
    return workloads::message("all paths together are ", paths_.total(), " long");
  }

  [[nodiscard]] std::string verify() const { return paths_.compare_with_searches(); }

 private:
  workloads::path_lengths paths_;
  block_size block_;
};

}  // namespace nuthatch::peers
