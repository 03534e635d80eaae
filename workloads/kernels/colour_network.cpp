// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/colour_network.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

/// Computes from the ways to colour each set of vertices those with one more colour.
void add_colour(std::vector<std::uint64_t>& ways, const std::vector<bool>& independent) {
  // Start with the full set: what the new colour leaves to the others is a smaller set, whose
  // number of ways without that colour is still stored.
  for (std::size_t set = ways.size() - 1; set > 0; --set) {
    for (std::size_t coloured = set; coloured > 0; coloured = (coloured - 1) & set) {
      if (independent[coloured]) {
        ways[set] += ways[set & ~coloured];
      }
    }
  }
}

}  // namespace

colour_network colour_network::random(std::size_t vertices, std::size_t percent) {
  colour_network made(vertices);
  for (std::size_t one = 0; one < vertices; ++one) {
    for (std::size_t other = one + 1; other < vertices; ++other) {
      if (mix(one * max_vertices + other) % 100 < percent) {
        made.join(one, other);
      }
    }
  }
  return made;
}

void colour_network::join(std::size_t one, std::size_t other) noexcept {
  later_[std::min(one, other)] |= bits{1} << std::max(one, other);
}

colour_network::domains colour_network::start(std::size_t colours) const noexcept {
  domains left{};
  left.fill((bits{1} << colours) - 1);
  return left;
}

std::vector<bool> colour_network::independent_sets() const {
  std::vector<bool> independent(std::size_t{1} << vertices_);
  independent[0] = true;
  for (std::size_t set = 1; set < independent.size(); ++set) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
    independent[set] = independent[set & (set - 1)] && (later_[lowest] & set) == 0;
  }
  return independent;
}

std::uint64_t colour_network::count_by_sets(std::size_t colours) const {
  const std::vector<bool> independent = independent_sets();
  std::vector<std::uint64_t> ways(independent.size());
  ways[0] = 1;
  for (std::size_t colour = 0; colour < colours; ++colour) {
    add_colour(ways, independent);
  }
  return ways.back();
}

}  // namespace nuthatch::workloads
