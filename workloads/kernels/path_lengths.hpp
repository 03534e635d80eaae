// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// The distances from each vertex of a directed graph to each other one. At first, a distance is
/// the length of the edge between them, a random number. Lengths are whole numbers so small that
/// floats represent them exactly.
class path_lengths {
 public:
  /// At least one vertex.
  explicit path_lengths(std::size_t vertices) : path_lengths(vertices, untouched) { start(); }

  path_lengths(std::size_t vertices, untouched_tag tag);

  [[nodiscard]] std::size_t vertices() const noexcept { return vertices_; }

  [[nodiscard]] grid_part all() const noexcept { return {0, vertices_, 0, vertices_}; }

  /// The distances row by row; the row is the start vertex.
  [[nodiscard]] const untouched_vector<float>& lengths() const noexcept { return lengths_; }

  void start() noexcept { start(all()); }

  /// The same for a part. Different threads may start different parts.
  void start(const grid_part& part) noexcept;

  /// Allows paths through one more vertex, for paths from `part`'s rows to its columns. Different
  /// threads may compute different parts: no thread writes what others read, which are the paths
  /// from and to `by`.
  void allow(std::size_t by, const grid_part& part) noexcept;

  /// The sum of all path lengths.
  [[nodiscard]] double total() const noexcept;

  /// Compares with the shortest paths from some vertices, which are computed by another algorithm
  /// (Dijkstra's). Returns what is wrong, or an empty string.
  [[nodiscard]] std::string compare_with_searches() const;

 private:
  std::size_t vertices_;
  untouched_vector<float> lengths_;
};

}  // namespace nuthatch::workloads
