// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/block_matrix.hpp"

#include <array>
#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

using ::testing::HasSubstr;
using pattern = block_matrix::pattern;

/// The textbook's loops over the whole matrix.
void decompose_densely(block_matrix& a) {
  const std::size_t n = a.count() * a.size();
  const auto at = [&a](std::size_t row, std::size_t column) -> double& {
    return a.fill(row / a.size(), column / a.size())[row % a.size() * a.size() + column % a.size()];
  };
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      at(i, k) /= at(k, k);
      for (std::size_t j = k + 1; j < n; ++j) {
        at(i, j) -= at(i, k) * at(k, j);
      }
    }
  }
}

TEST(block_matrix, are_empty_until_they_are_filled) {
  block_matrix subject(3, 2);
  EXPECT_EQ(subject.filled(), 0U);
  EXPECT_EQ(subject.at(1, 2), nullptr);
  double* const block = subject.fill(1, 2);
  EXPECT_EQ(subject.at(1, 2), block);
  EXPECT_EQ(block[3], 0.0);
  block[3] = 7;
  EXPECT_EQ(subject.fill(1, 2), block) << "once";
  EXPECT_EQ(block[3], 7.0);
  EXPECT_EQ(subject.filled(), 1U);
}

TEST(block_matrix, input_is_the_same_each_time_and_empties_what_came_up_later) {
  block_matrix one(8, 3);
  block_matrix other(8, 3);
  one.fill_with_input(pattern::sparse);
  other.fill_with_input(pattern::sparse);
  EXPECT_TRUE(one == other);
  one.fill(1, 7)[0] = 1;
  EXPECT_FALSE(one == other) << "a block more";
  one.fill_with_input(pattern::sparse);
  EXPECT_TRUE(one == other);
  one.at(4, 4)[5] += 1;
  EXPECT_FALSE(one == other) << "one element";
}

TEST(block_matrix, dense_input_fills_every_block) {
  block_matrix subject(5, 2);
  subject.fill_with_input(pattern::dense);
  EXPECT_EQ(subject.filled(), 25U);
  subject.fill_with_input(pattern::sparse);
  EXPECT_LT(subject.filled(), 25U);
}

TEST(block_matrix, input_has_the_pattern_of_the_suite) {
  block_matrix subject(8, 1);
  subject.fill_with_input(pattern::sparse);
  const std::array<std::string, 8> expected{"xxx.x.x.",
                                            "xxx.....",
                                            "xxxx....",
                                            "..xxx...",
                                            "x..xxx..",
                                            "....xxx.",
                                            "x....xxx",
                                            "......xx"};
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      EXPECT_EQ(subject.at(i, j) != nullptr, expected[i][j] == 'x') << i << ", " << j;
    }
  }
}

// The steps on blocks have the same result as the loops over the whole matrix.
TEST(block_matrix, steps_decompose) {
  constexpr std::size_t n = 5;
  block_matrix input(2, n);
  input.fill_with_input(pattern::sparse);
  block_matrix expected(2, n);
  expected.fill_with_input(pattern::sparse);
  decompose_densely(expected);

  block_matrix found(2, n);
  found.fill_with_input(pattern::sparse);
  factor(found.at(0, 0), n);
  solve_right(found.at(0, 0), found.at(0, 1), n);
  solve_below(found.at(0, 0), found.at(1, 0), n);
  update(found.at(1, 1), found.at(1, 0), found.at(0, 1), n);
  factor(found.at(1, 1), n);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      for (std::size_t e = 0; e < n * n; ++e) {
        EXPECT_NEAR(found.at(i, j)[e], expected.at(i, j)[e], 1e-14);
      }
    }
  }
  EXPECT_EQ(check_factors(input, found), "");
}

TEST(block_matrix, one_wrong_factor_anywhere_is_found) {
  block_matrix input(4, 3);
  input.fill_with_input(pattern::sparse);
  block_matrix factors(4, 3);
  factors.fill_with_input(pattern::sparse);
  EXPECT_THAT(check_factors(input, factors), HasSubstr("row")) << "nothing was done";
  decompose_densely(factors);
  ASSERT_EQ(check_factors(input, factors), "");
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t e = 0; e < 9; ++e) {
        double& element = factors.at(i, j)[e];
        const double right = element;
        element += 1e-6;
        EXPECT_THAT(check_factors(input, factors), HasSubstr("row")) << i << ", " << j << ", " << e;
        element = right;
      }
    }
  }
}

}  // namespace
}  // namespace nuthatch::workloads
