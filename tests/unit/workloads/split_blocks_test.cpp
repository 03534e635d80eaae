// SPDX-License-Identifier: Apache-2.0
#include "workloads/spawning/split_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/place_blocks.hpp"

namespace nuthatch::workloads {
namespace {

/// split(whole, block, body) has to call body(part) for each block.
template <class Split>
void expect_to_cover_a_grid_once(const Split& split) {
  for (const block_size block : {block_size{1, 1}, block_size{3, 4}, block_size{100, 2}}) {
    const grid_part whole{2, 19, 5, 26};
    std::vector<std::atomic<int>> seen(std::size_t{26} * 26);
    std::atomic<int> blocks = 0;
    runtime team;
    team.run([&] {
      split(whole, block, [&](const grid_part& part) {
        ++blocks;
        EXPECT_LE(part.rows(), block.rows);
        EXPECT_LE(part.columns(), block.columns);
        for (std::size_t row = part.first_row; row < part.last_row; ++row) {
          for (std::size_t column = part.first_column; column < part.last_column; ++column) {
            ++seen[row * 26 + column];
          }
        }
      });
    });
    for (std::size_t row = 0; row < 26; ++row) {
      for (std::size_t column = 0; column < 26; ++column) {
        const bool inside = row >= 2 && row < 19 && column >= 5;
        EXPECT_EQ(seen[row * 26 + column], inside ? 1 : 0) << row << ", " << column;
      }
    }
    const std::size_t down = (whole.rows() + block.rows - 1) / block.rows;
    const std::size_t across = (whole.columns() + block.columns - 1) / block.columns;
    EXPECT_EQ(static_cast<std::size_t>(blocks), down * across);
  }
}

TEST(split_blocks, covers_a_grid_once_by_blocks_that_are_not_too_large) {
  expect_to_cover_a_grid_once([](const grid_part& whole, block_size block, const auto& body) {
    split_blocks(help_first, whole, block, body);
  });
}

TEST(place_blocks, covers_a_grid_once_by_blocks_that_are_not_too_large) {
  expect_to_cover_a_grid_once([](const grid_part& whole, block_size block, const auto& body) {
    place_blocks(help_first, whole, block, body);
  });
}

}  // namespace
}  // namespace nuthatch::workloads
