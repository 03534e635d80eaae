// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "workloads/kernels/balanced_quadtree.hpp"
#include "workloads/kernels/leveled/block_stencil.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// Heat on a square that is resolved finer in some places: each leaf of a quadtree has a block with
/// the same number of cells. Heat spreads in time steps from one of two copies to the other, by the
/// same share from cell to cell on all levels. Each cell of a coarser neighbour counts as two; of a
/// finer neighbour, the mean of two cells counts. There is no flow across the edges of the square.
class quadtree_field {
 public:
  using index = balanced_quadtree::index;
  using leaf_range = balanced_quadtree::leaf_range;

  static constexpr std::size_t max_cells = 256;  ///< cells along a side

  /// Blocks have `side` by `side` cells; the number is even.
  quadtree_field(const balanced_quadtree& tree, std::size_t cells, bool computes);

  void start();

  /// Makes a step of these leaves. Each leaf needs the previous step of itself and of its
  /// neighbours, and these must not be further than that.
  void advance(std::size_t step, leaf_range leaves) noexcept;

  /// The cells after `steps` steps, leaf by leaf and row by row.
  [[nodiscard]] const untouched_vector<double>& after(std::size_t steps) const noexcept {
    return copies_[steps % 2];
  }

  /// Computes some cells where levels meet in another way: from the start, and by their positions.
  /// Returns what is wrong after these steps, or an empty string. Does so for at most 48 steps,
  /// because it takes time in proportion to their third power.
  [[nodiscard]] std::string compare_some(std::size_t steps) const;

  [[nodiscard]] std::size_t cells_of_block() const noexcept { return cells_ * cells_; }

  [[nodiscard]] double mean(std::size_t steps) const noexcept;

 private:
  using side = balanced_quadtree::side;

  /// The cells along a side of a leaf's block.
  struct edge {
    const double* first;
    std::size_t apart;
  };

  [[nodiscard]] edge edge_of(const double* copy, index leaf, side which) const noexcept;
  void fill_halo(const double* copy, index leaf, double* halo) const noexcept;

  const balanced_quadtree& tree_;
  std::size_t cells_;
  block_stencil_kernel* kernel_;
  std::array<untouched_vector<double>, 2> copies_;
};

}  // namespace nuthatch::workloads
