// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/red_black_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void take_steps(red_black_grid& grid, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) {
    grid.relax_rows(grid_colour::red, 1, grid.size() - 1);
    grid.relax_rows(grid_colour::black, 1, grid.size() - 1);
  }
}

// All four neighbours are in the border.
TEST(red_black_grid, moves_a_single_point_beyond_zero) {
  red_black_grid grid(3);
  const float start = grid.values()[4];
  ASSERT_GT(start, 100.0F);
  take_steps(grid, 1);
  EXPECT_EQ(grid.values()[4], -0.25F * start);
}

// a b     a and d are red: each has the neighbours b and c, and two of the border.
// c d
TEST(red_black_grid, moves_red_points_first_and_black_ones_by_what_those_have_then) {
  red_black_grid grid(4);
  const auto inner = [&grid] {
    const std::vector<float>& all = grid.values();
    return std::vector<float>{all[5], all[6], all[9], all[10]};
  };
  const std::vector<float> start = inner();
  take_steps(grid, 1);
  const std::vector<float> end = inner();
  for (const std::size_t red : {0U, 3U}) {
    EXPECT_FLOAT_EQ(end[red], 0.3125F * (start[1] + start[2]) - 0.25F * start[red]);
  }
  for (const std::size_t black : {1U, 2U}) {
    EXPECT_FLOAT_EQ(end[black], 0.3125F * (end[0] + end[3]) - 0.25F * start[black]);
  }
}

TEST(red_black_grid, follows_the_closed_form) {
  for (const std::size_t size : {3U, 10U, 41U, 100U}) {
    for (const std::size_t steps : {0U, 1U, 7U, 200U}) {
      red_black_grid grid(size);
      take_steps(grid, steps);
      const relaxed_waves exact(size, steps);
      for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column < size; ++column) {
          ASSERT_NEAR(grid.values()[row * size + column], exact.at(row, column), 1e-4)
              << row << ", " << column << " of " << size << " after " << steps;
        }
      }
    }
  }
}

// Otherwise the closed form would not show that steps were left out.
TEST(red_black_grid, changes_visibly_with_each_step) {
  for (const std::size_t steps : {1U, 40U, 300U}) {
    const relaxed_waves earlier(1000, steps - 1);
    const relaxed_waves later(1000, steps);
    double most = 0;
    for (std::size_t row = 0; row < 1000; row += 7) {
      for (std::size_t column = 0; column < 1000; ++column) {
        most = std::max(most, std::abs(later.at(row, column) - earlier.at(row, column)));
      }
    }
    EXPECT_GT(most, 5e-3) << "step " << steps;
  }
}

TEST(red_black_grid, can_be_computed_in_pieces_and_any_order) {
  red_black_grid whole(33);
  red_black_grid pieces(33);
  take_steps(whole, 10);
  for (int step = 0; step < 10; ++step) {
    for (const grid_colour colour : {grid_colour::red, grid_colour::black}) {
      pieces.relax_rows(colour, 20, 32);
      pieces.relax_rows(colour, 1, 7);
      pieces.relax_rows(colour, 7, 7);
      pieces.relax_rows(colour, 7, 20);
    }
  }
  EXPECT_EQ(whole.values(), pieces.values());
}

TEST(red_black_grid, keeps_its_border) {
  constexpr std::size_t size = 20;
  red_black_grid grid(size);
  take_steps(grid, 10);
  for (std::size_t i = 0; i < size; ++i) {
    for (const std::size_t place : {i, (size - 1) * size + i, i * size, i * size + size - 1}) {
      EXPECT_EQ(grid.values()[place], 0.0F);
    }
  }
}

TEST(red_black_grid, starts_again) {
  red_black_grid grid(20);
  const std::vector<float> first = grid.values();
  take_steps(grid, 7);
  EXPECT_NE(grid.values(), first);
  grid.start();
  EXPECT_EQ(grid.values(), first);
}

}  // namespace
}  // namespace nuthatch::workloads
