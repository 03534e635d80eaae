// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// A torus of rows by columns vertices, each with four neighbours, and a spanning tree of it under
/// construction: every vertex that has been reached is labelled with its parent.
///
/// While a tree is constructed in parallel, any thread may call neighbours and any_try_label. The
/// other functions are for one thread, before or after.
class torus_tree {
 public:
  /// Vertices are numbered row by row.
  using vertex = std::uint32_t;

  /// The root of the tree, which is its own parent.
  static constexpr vertex root = 0;

  /// At least 1 of each; their product must be less than 2 to the power of 32.
  torus_tree(std::size_t rows, std::size_t columns);

  /// Clears all labels except for that of the root.
  void start();

  /// The neighbours above, below, left and right. With only one row or column, a vertex is its own
  /// neighbour; with two, one neighbour occurs twice.
  [[nodiscard]] std::array<vertex, 4> neighbours(vertex of) const noexcept;

  /// Labels the vertex unless it has a label. Returns whether it had none.
  bool try_label(vertex unreached, vertex parent) noexcept {
    vertex& label = parents_[unreached];
    if (label != nobody) {
      return false;
    }
    label = parent;
    return true;
  }

  /// The same while other threads do so. Of all threads that try a vertex, one succeeds.
  bool any_try_label(vertex unreached, vertex parent) noexcept {
    // Relaxed: a label says nothing about other memory; the end of the tasks orders all labels
    // before what reads the tree. Most vertices that are tried have a label, and reading it leaves
    // the cache line shared.
    const std::atomic_ref<vertex> label(parents_[unreached]);
    vertex found = label.load(std::memory_order_relaxed);
    return found == nobody &&
           label.compare_exchange_strong(found, parent, std::memory_order_relaxed);
  }

  /// The number of vertices that have been reached.
  [[nodiscard]] std::size_t reached() const;

  /// Returns an empty string if it is a spanning tree, else what is wrong: every vertex is reached,
  /// its parent is a neighbour, and following parents ends at the root.
  [[nodiscard]] std::string verify() const;

 private:
  static constexpr vertex nobody = std::numeric_limits<vertex>::max();

  [[nodiscard]] std::string check_labels() const;
  [[nodiscard]] std::string check_paths() const;

  vertex columns_;
  std::vector<vertex> parents_;
};

}  // namespace nuthatch::workloads
