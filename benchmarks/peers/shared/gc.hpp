// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/colour_network.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

using workloads::colour_network;

/// The counts of the children of a vertex, one for each of its colours.
class colouring_counts {
 public:
  [[nodiscard]] std::uint64_t* next() { return &counts_[used_++]; }

  [[nodiscard]] std::uint64_t sum() const {
    const std::span used(counts_.data(), used_);
    return std::accumulate(used.begin(), used.end(), std::uint64_t{0});
  }

 private:
  std::array<std::uint64_t, colour_network::max_colours> counts_;  // initialized only by children
  std::size_t used_ = 0;
};

/// Counts the colourings of a graph. Every colour of a vertex is a spawn with its own copy of the
/// remaining graph.
struct gc_problem {
  static constexpr const char* name = "gc";

  static settings::values defaults() {
    return {{"vertices", "10"}, {"colours", "10"}, {"edges", "100"}, {"cutoff", "0"}};
  }

  explicit gc_problem(const settings& parameters)
      : network(
            colour_network::random(static_cast<std::size_t>(parameters.integer(
                                       "vertices", 1, colour_network::max_vertices)),
                                   static_cast<std::size_t>(parameters.integer("edges", 0, 100)))),
        colours(static_cast<std::size_t>(
            parameters.integer("colours", 1, colour_network::max_colours))),
        cutoff(static_cast<std::size_t>(
            parameters.integer("cutoff", 0, colour_network::max_vertices))) {
    cutoff = cutoff == 0 ? colour_network::max_vertices + 1 : cutoff;
  }

  void reset() { result = 0; }

  [[nodiscard]] std::string answer() const { return workloads::message(result); }

  std::string verify() {
    if (!expected) {
      expected = network.count_by_sets(colours);
    }
    return result == *expected
               ? ""
               : workloads::message("colourings: expected ", *expected, ", found ", result);
  }

  colour_network network;
  std::size_t colours;
  std::size_t cutoff;
  std::uint64_t result = 0;
  std::optional<std::uint64_t> expected;
};

/// Counts below the cut-off.
[[gnu::noinline]] inline std::uint64_t count_colourings_serially(
    const colour_network& network, std::size_t vertex, const colour_network::domains& left) {
  if (vertex == network.vertices()) {
    return 1;
  }
  std::uint64_t colourings = 0;
  network.branch(left, vertex, [&](const colour_network::domains& after) {
    colourings += count_colourings_serially(network, vertex + 1, after);
  });
  return colourings;
}

}  // namespace nuthatch::peers
