// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/cg_input.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

constexpr cg_class tiny{"tiny", 20, 3, 1, 10, 0};

std::vector<std::vector<double>> dense(const sparse_matrix& matrix) {
  std::vector<std::vector<double>> columns(matrix.rows(), std::vector<double>(matrix.rows()));
  for (std::size_t j = 0; j < matrix.rows(); ++j) {
    std::vector<double> unit(matrix.rows());
    unit[j] = 1;
    matrix.multiply_rows(0, matrix.rows(), unit, columns[j]);
  }
  return columns;
}

TEST(cg_matrix, is_symmetric_but_for_rounding) {
  const auto columns = dense(cg_matrix(tiny));
  for (std::size_t i = 0; i < tiny.n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(columns[i][j], columns[j][i], 1e-15) << i << ", " << j;
    }
  }
}

// Without the shift, every element is a sum of products of numbers between 0 and 1.
TEST(cg_matrix, has_the_shift_on_its_diagonal_only) {
  cg_class other = tiny;
  other.shift = 0;
  const auto shifted = dense(cg_matrix(tiny));
  const auto plain = dense(cg_matrix(other));
  for (std::size_t i = 0; i < tiny.n; ++i) {
    for (std::size_t j = 0; j < tiny.n; ++j) {
      EXPECT_GE(plain[i][j], 0.0);
      EXPECT_NEAR(plain[i][j] - shifted[i][j], i == j ? 10.0 : 0.0, 1e-13);
    }
    EXPECT_GE(plain[i][i], 0.1) << "the condition number and a square";
  }
}

TEST(cg_classes, are_the_official_ones) {
  ASSERT_EQ(cg_classes().size(), 3U);
  EXPECT_EQ(cg_classes()[0].name, "S");
  EXPECT_EQ(cg_classes()[1].name, "W");
  EXPECT_EQ(cg_classes()[2].name, "A");
}

}  // namespace
}  // namespace nuthatch::workloads
