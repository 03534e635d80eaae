// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// How far it is from each vertex of a directed graph to each other one. At first that is the
/// length of the edge between them, a number by chance. Lengths are whole numbers so small that
/// floats have them exactly.
class path_lengths {
 public:
  /// At least one vertex.
  explicit path_lengths(std::size_t vertices) : path_lengths(vertices, untouched) { start(); }

  path_lengths(std::size_t vertices, untouched_tag tag);

  [[nodiscard]] std::size_t vertices() const noexcept { return vertices_; }

  [[nodiscard]] grid_part all() const noexcept { return {0, vertices_, 0, vertices_}; }

  /// Row by row, from where.
  [[nodiscard]] const untouched_vector<float>& lengths() const noexcept { return lengths_; }

  void start() noexcept { start(all()); }

  /// The same for a part. Different ones may be started by different threads.
  void start(const grid_part& part) noexcept;

  /// Allows ways by one more vertex, for ways from `part`'s rows to its columns. Different parts
  /// may be computed by different threads: nobody writes what others read, which are the ways from
  /// and to `by`.
  void allow(std::size_t by, const grid_part& part) noexcept;

  /// Of all paths together.
  [[nodiscard]] double total() const noexcept;

  /// Compares with the shortest paths from some vertices, which are found in another way
  /// (Dijkstra's). Returns what is wrong, or nothing.
  [[nodiscard]] std::string compare_with_searches() const;

 private:
  std::size_t vertices_;
  untouched_vector<float> lengths_;
};

}  // namespace nuthatch::workloads
