// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/electromagnetic_field.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void take_step(electromagnetic_field& field, const grid_part& part) {
  field.advance_down(part);
  field.advance_across(part);
  field.advance_magnetic(part);
}

TEST(electromagnetic_field, follows_the_waves) {
  electromagnetic_field field(40, 25);
  EXPECT_EQ(field.compare_with_waves(0), "");
  for (std::size_t step = 1; step <= 200; ++step) {
    take_step(field, field.all());
    ASSERT_EQ(field.compare_with_waves(step), "");
    ASSERT_NE(field.compare_with_waves(step + 1), "");
  }
}

TEST(electromagnetic_field, starts_anew) {
  electromagnetic_field field(20, 30);
  take_step(field, field.all());
  field.start();
  EXPECT_EQ(field.compare_with_waves(0), "");
}

TEST(electromagnetic_field, can_be_computed_in_blocks) {
  electromagnetic_field whole(21, 34);
  electromagnetic_field blocks(21, 34);
  for (int step = 0; step < 10; ++step) {
    take_step(whole, whole.all());
    for (const auto advance : {&electromagnetic_field::advance_down,
                               &electromagnetic_field::advance_across,
                               &electromagnetic_field::advance_magnetic}) {
      for (std::size_t row = 0; row < 21; row += 7) {
        (blocks.*advance)({row, row + 7, 0, 5});
        (blocks.*advance)({row, row + 7, 5, 34});
      }
    }
  }
  EXPECT_EQ(whole.magnetic(), blocks.magnetic());
}

TEST(electromagnetic_field, can_be_started_in_blocks) {
  const electromagnetic_field whole(21, 34);
  electromagnetic_field blocks(21, 34, untouched);
  const block_size block{4, 7};
  for (std::size_t down = blocks.all().blocks_down(block); down-- > 0;) {
    for (std::size_t across = blocks.all().blocks_across(block); across-- > 0;) {
      blocks.start(blocks.all().block_at(down, across, block));
    }
  }
  EXPECT_EQ(whole.magnetic(), blocks.magnetic());
  take_step(blocks, blocks.all());
  EXPECT_EQ(blocks.compare_with_waves(1), "");
}

}  // namespace
}  // namespace nuthatch::workloads
