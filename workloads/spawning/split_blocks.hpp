#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {

/// A part of a grid: rows and columns from the first to before the last.
struct grid_part {
  std::size_t first_row;
  std::size_t last_row;
  std::size_t first_column;
  std::size_t last_column;

  [[nodiscard]] std::size_t rows() const noexcept { return last_row - first_row; }

  [[nodiscard]] std::size_t columns() const noexcept { return last_column - first_column; }
};

/// At most so many rows and columns of a grid go together; not 0.
struct block_size {
  std::size_t rows;
  std::size_t columns;
};

/// Calls body(part) for the blocks of a grid, which is halved until one is left: across the rows
/// first, then across the columns, each between two blocks.
template <class Policy, class Body>
void split_blocks(Policy policy, const grid_part& whole, block_size block, const Body& body) {
  const std::size_t down = (whole.rows() + block.rows - 1) / block.rows;
  const std::size_t across = (whole.columns() + block.columns - 1) / block.columns;
  if (down <= 1 && across <= 1) {
    body(whole);
    return;
  }
  grid_part one = whole;
  grid_part other = whole;
  if (down > 1) {
    one.last_row = other.first_row = whole.first_row + down / 2 * block.rows;
  } else {
    one.last_column = other.first_column = whole.first_column + across / 2 * block.columns;
  }
  fork_join(
      policy,
      [policy, one, block, &body] { split_blocks(policy, one, block, body); },
      [policy, other, block, &body] { split_blocks(policy, other, block, body); });
}

}  // namespace nuthatch::workloads
