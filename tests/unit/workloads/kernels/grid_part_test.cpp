// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/grid_part.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

constexpr grid_part whole{2, 19, 5, 26};

TEST(grid_part, is_made_up_of_its_blocks) {
  for (const block_size block : {block_size{1, 1}, block_size{3, 4}, block_size{100, 2}}) {
    std::vector<int> seen(std::size_t{19} * 26);
    for (std::size_t down = 0; down < whole.blocks_down(block); ++down) {
      for (std::size_t across = 0; across < whole.blocks_across(block); ++across) {
        const grid_part part = whole.block_at(down, across, block);
        EXPECT_TRUE(part.fits(block));
        for (std::size_t row = part.first_row; row < part.last_row; ++row) {
          for (std::size_t column = part.first_column; column < part.last_column; ++column) {
            ++seen.at(row * 26 + column);
          }
        }
      }
    }
    for (std::size_t place = 0; place < seen.size(); ++place) {
      const bool inside = place / 26 >= 2 && place % 26 >= 5;
      EXPECT_EQ(seen[place], inside ? 1 : 0) << place / 26 << ", " << place % 26;
    }
  }
}

TEST(grid_part, is_cut_between_blocks_across_the_rows_first) {
  const auto [above, below] = whole.halves({4, 5});
  EXPECT_EQ(above.last_row, 10U);
  EXPECT_EQ(below.first_row, 10U);
  EXPECT_EQ(below.last_row, 19U);
  EXPECT_EQ(above.columns(), 21U);
  EXPECT_EQ(below.columns(), 21U);
  const auto [left, right] = whole.halves({17, 5});
  EXPECT_EQ(left.last_column, 15U);
  EXPECT_EQ(right.first_column, 15U);
  EXPECT_EQ(left.rows(), 17U);
  EXPECT_EQ(right.rows(), 17U);
}

}  // namespace
}  // namespace nuthatch::workloads
