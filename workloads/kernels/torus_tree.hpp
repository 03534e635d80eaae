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

/// A torus of rows by columns vertices, each with four neighbours, and a spanning tree of it in the
/// making: every vertex that has been reached is labelled with its parent.
///
/// While a tree is made in parallel, any thread may call neighbours and any_try_label; the rest is
/// for one thread, before or after.
class torus_tree {
 public:
  /// Vertices are numbered row by row.
  using vertex = std::uint32_t;

  /// The root of the tree, its own parent.
  static constexpr vertex root = 0;

  /// At least 1 of each; together less than 2 to the power of 32.
  torus_tree(std::size_t rows, std::size_t columns);

  /// Forgets all labels but that of the root.
  void start();

  /// Above, below, left and right. Where there is but one row or column, a vertex is its own
  /// neighbour; where there are two, one neighbour comes twice.
  [[nodiscard]] std::array<vertex, 4> neighbours(vertex of) const noexcept;

  /// Labels the vertex unless it has a label: whether it had none.
  bool try_label(vertex unreached, vertex parent) noexcept {
    vertex& label = parents_[unreached];
    if (label != nobody) {
      return false;
    }
    label = parent;
    return true;
  }

  /// The same while other threads do so. Of all that try a vertex, one succeeds.
  bool any_try_label(vertex unreached, vertex parent) noexcept {
    // Relaxed, since a label says nothing of other memory; the end of the tasks orders all labels
    // before what reads the tree. Most vertices that are tried have a label, and reading it leaves
    // the cache line to everybody.
    const std::atomic_ref<vertex> label(parents_[unreached]);
    vertex found = label.load(std::memory_order_relaxed);
    return found == nobody &&
           label.compare_exchange_strong(found, parent, std::memory_order_relaxed);
  }

  /// How many vertices have been reached.
  [[nodiscard]] std::size_t reached() const;

  /// Empty when it is a spanning tree, else what is wrong with it: every vertex is reached, its
  /// parent is a neighbour, and going from parent to parent ends at the root.
  [[nodiscard]] std::string verify() const;

 private:
  static constexpr vertex nobody = std::numeric_limits<vertex>::max();

  [[nodiscard]] std::string check_labels() const;
  [[nodiscard]] std::string check_paths() const;

  vertex columns_;
  std::vector<vertex> parents_;
};

}  // namespace nuthatch::workloads
