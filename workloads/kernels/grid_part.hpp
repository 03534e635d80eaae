// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

namespace nuthatch::workloads {

/// The size of the blocks of a grid, in rows and columns; not 0.
struct block_size {
  std::size_t rows;
  std::size_t columns;
};

/// A part of a grid: rows and columns from the first up to, excluding, the last.
struct grid_part {
  std::size_t first_row;
  std::size_t last_row;
  std::size_t first_column;
  std::size_t last_column;

  [[nodiscard]] std::size_t rows() const noexcept { return last_row - first_row; }

  [[nodiscard]] std::size_t columns() const noexcept { return last_column - first_column; }

  /// The number of blocks one below the other, and side by side.
  [[nodiscard]] std::size_t blocks_down(block_size block) const noexcept {
    return (rows() + block.rows - 1) / block.rows;
  }

  [[nodiscard]] std::size_t blocks_across(block_size block) const noexcept {
    return (columns() + block.columns - 1) / block.columns;
  }

  /// One of the blocks. The last ones may be smaller.
  [[nodiscard]] grid_part block_at(std::size_t down,
                                   std::size_t across,
                                   block_size block) const noexcept {
    const std::size_t row = first_row + down * block.rows;
    const std::size_t column = first_column + across * block.columns;
    return {row,
            std::min(row + block.rows, last_row),
            column,
            std::min(column + block.columns, last_column)};
  }

  /// Whether the part is at most one block.
  [[nodiscard]] bool fits(block_size block) const noexcept {
    return rows() <= block.rows && columns() <= block.columns;
  }

  /// Splits the part if it is larger: between two blocks, across the rows if possible, else across
  /// the columns.
  [[nodiscard]] std::pair<grid_part, grid_part> halves(block_size block) const noexcept {
    grid_part one = *this;
    grid_part other = *this;
    if (rows() > block.rows) {
      one.last_row = other.first_row = first_row + blocks_down(block) / 2 * block.rows;
    } else {
      one.last_column = other.first_column =
          first_column + blocks_across(block) / 2 * block.columns;
    }
    return {one, other};
  }
};

}  // namespace nuthatch::workloads
