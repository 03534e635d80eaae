// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/heated_plate.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void take_steps(heated_plate& plate, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) {
    plate.advance_rows(1, plate.rows() - 1);
    plate.finish_step();
  }
}

TEST(heated_plate, follows_the_closed_form) {
  heated_plate plate(40, 25);
  take_steps(plate, 100);
  for (std::size_t row = 0; row < plate.rows(); ++row) {
    for (std::size_t column = 0; column < plate.columns(); ++column) {
      EXPECT_NEAR(plate.temperatures()[row * plate.columns() + column],
                  plate.exact(row, column, 100),
                  1e-12);
    }
  }
}

TEST(heated_plate, cools_down) {
  heated_plate plate(30, 30);
  const double before = plate.temperatures()[15 * 30 + 15];
  take_steps(plate, 50);
  EXPECT_LT(plate.temperatures()[15 * 30 + 15], 0.8 * before);
}

TEST(heated_plate, can_be_computed_in_pieces) {
  heated_plate whole(33, 20);
  heated_plate pieces(33, 20);
  for (int step = 0; step < 10; ++step) {
    whole.advance_rows(1, 32);
    whole.finish_step();
    pieces.advance_rows(20, 32);
    pieces.advance_rows(1, 7);
    pieces.advance_rows(7, 20);
    pieces.finish_step();
  }
  EXPECT_EQ(whole.temperatures(), pieces.temperatures());
}

TEST(heated_plate, starts_again) {
  heated_plate plate(20, 20);
  const auto first = plate.temperatures();
  take_steps(plate, 7);
  EXPECT_NE(plate.temperatures(), first);
  plate.start();
  EXPECT_EQ(plate.temperatures(), first);
}

TEST(heated_plate, can_be_started_in_blocks) {
  const heated_plate whole(33, 20);
  heated_plate blocks(33, 20, untouched);
  const block_size block{5, 4};
  for (int time = 0; time < 2; ++time) {
    for (std::size_t down = blocks.inner().blocks_down(block); down-- > 0;) {
      for (std::size_t across = blocks.inner().blocks_across(block); across-- > 0;) {
        blocks.start(blocks.inner().block_at(down, across, block));
      }
    }
    EXPECT_EQ(whole.temperatures(), blocks.temperatures());
    take_steps(blocks, 7);
    EXPECT_EQ(blocks.compare_with_waves(7), "");
    EXPECT_NE(blocks.compare_with_waves(8), "");
  }
}

}  // namespace
}  // namespace nuthatch::workloads
