// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/torus_tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

torus_tree::torus_tree(std::size_t rows, std::size_t columns)
    : columns_(static_cast<vertex>(columns)),
      parents_(rows * columns) {
  start();
}

void torus_tree::start() {
  std::ranges::fill(parents_, nobody);
  parents_[root] = root;
}

std::array<torus_tree::vertex, 4> torus_tree::neighbours(vertex of) const noexcept {
  const auto vertices = static_cast<vertex>(parents_.size());
  const vertex last_row = vertices - columns_;
  const vertex column = of % columns_;
  return {of >= columns_ ? of - columns_ : of + last_row,
          of < last_row ? of + columns_ : of - last_row,
          column > 0 ? of - 1 : of + (columns_ - 1),
          column < columns_ - 1 ? of + 1 : of - (columns_ - 1)};
}

std::size_t torus_tree::reached() const {
  return parents_.size() - static_cast<std::size_t>(std::ranges::count(parents_, nobody));
}

std::string torus_tree::verify() const {
  const std::string problem = check_labels();
  return problem.empty() ? check_paths() : problem;
}

std::string torus_tree::check_labels() const {
  if (parents_[root] != root) {
    return message("the root: expected itself as its parent, found ", parents_[root]);
  }
  for (std::size_t i = 1; i < parents_.size(); ++i) {
    const auto of = static_cast<vertex>(i);
    if (parents_[of] == nobody) {
      return message("vertex ", of, " was not reached");
    }
    const std::array<vertex, 4> near = neighbours(of);
    if (std::ranges::find(near, parents_[of]) == near.end()) {
      return message("vertex ", of, ": expected a neighbour as its parent, found ", parents_[of]);
    }
  }
  return {};
}

/// Follows every path only until it meets an earlier one.
std::string torus_tree::check_paths() const {
  std::vector<vertex> seen_from(parents_.size(), nobody);
  seen_from[root] = root;
  for (std::size_t i = 1; i < parents_.size(); ++i) {
    const auto from = static_cast<vertex>(i);
    vertex at = from;
    while (seen_from[at] == nobody) {
      seen_from[at] = from;
      at = parents_[at];
    }
    if (at != root && seen_from[at] == from) {
      return message("vertex ", at, " is its own ancestor");
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
