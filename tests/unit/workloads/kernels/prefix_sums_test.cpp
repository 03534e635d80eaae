// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/prefix_sums.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void sum_up_by_blocks(prefix_sums& sums) {
  for (std::size_t block = sums.blocks(); block-- > 0;) {
    sums.find_sum(block);
  }
  sums.carry_sums();
  for (std::size_t block = sums.blocks(); block-- > 0;) {
    sums.sum_up(block);
  }
}

TEST(prefix_sums, are_those_of_integers) {
  prefix_sums subject(1000, 1);
  EXPECT_NE(subject.compare_with_integers(), "");
  subject.sum_up();
  EXPECT_EQ(subject.compare_with_integers(), "");
  subject.start();
  EXPECT_NE(subject.compare_with_integers(), "");
}

TEST(prefix_sums, can_be_computed_in_blocks) {
  prefix_sums whole(1000, 1);
  whole.sum_up();
  for (const std::size_t blocks : {1U, 2U, 7U, 1000U}) {
    prefix_sums subject(1000, blocks);
    EXPECT_EQ(subject.blocks(), blocks);
    sum_up_by_blocks(subject);
    EXPECT_EQ(subject.compare_with_integers(), "") << blocks << " blocks";
    EXPECT_EQ(subject.total(), whole.total());
  }
}

TEST(prefix_sums, have_no_empty_blocks) {
  prefix_sums subject(5, 8);
  EXPECT_EQ(subject.blocks(), 5U);
  for (std::size_t block = 0; block < 5; ++block) {
    EXPECT_EQ(subject.length(block), 1U);
  }
  sum_up_by_blocks(subject);
  EXPECT_EQ(subject.compare_with_integers(), "");
}

TEST(prefix_sums, can_be_started_in_blocks) {
  prefix_sums subject(100, 9, untouched);
  for (std::size_t block = subject.blocks(); block-- > 0;) {
    subject.start(block);
  }
  subject.sum_up();
  EXPECT_EQ(subject.compare_with_integers(), "");
}

}  // namespace
}  // namespace nuthatch::workloads
