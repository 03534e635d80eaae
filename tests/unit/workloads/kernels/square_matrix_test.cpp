// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/square_matrix.hpp"

#include <cstddef>
#include <limits>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

constexpr std::size_t n = 50;

class matrix_product : public ::testing::Test {
 protected:
  void SetUp() override {
    a_.fill_with_small_integers(1);
    b_.fill_with_small_integers(100'000);
    c_.fill(0);
    add_product(c_.block(), a_.block(), b_.block(), n, n, n);
  }

  square_matrix a_{n};
  square_matrix b_{n};
  square_matrix c_{n};
};

TEST_F(matrix_product, is_found_right) {
  EXPECT_EQ(check_product(a_, b_, c_), "");
}

TEST_F(matrix_product, one_wrong_element_anywhere_is_found) {
  for (std::size_t row = 0; row < n; ++row) {
    double& element = c_.block().row(row)[(7 * row) % n];
    const double right = element;
    element += 1;
    EXPECT_NE(check_product(a_, b_, c_), "") << row;
    element = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(check_product(a_, b_, c_), "") << row;
    element = right;
  }
  EXPECT_EQ(check_product(a_, b_, c_), "");
}

TEST_F(matrix_product, errors_that_cancel_in_the_sum_of_a_row_are_found) {
  c_.block().row(3)[10] += 5;
  c_.block().row(3)[20] -= 5;
  EXPECT_NE(check_product(a_, b_, c_), "");
}

TEST_F(matrix_product, of_blocks_adds_to_what_is_there) {
  const double before = c_.block().row(10)[20];
  add_product(c_.block().at(10, 20), a_.block().at(1, 2), b_.block().at(2, 3), 1, 1, 1);
  EXPECT_EQ(c_.block().row(10)[20], before + a_.block().row(1)[2] * b_.block().row(2)[3]);
}

TEST(square_matrix, holds_integers_that_vary) {
  square_matrix matrix(n);
  matrix.fill_with_small_integers(0);
  double least = 0;
  double greatest = 0;
  for (std::size_t i = 0; i < n * n; ++i) {
    const double element = matrix.block().data[i];
    EXPECT_EQ(element, static_cast<double>(static_cast<int>(element)));
    least = element < least ? element : least;
    greatest = element > greatest ? element : greatest;
  }
  EXPECT_EQ(least, -4);
  EXPECT_EQ(greatest, 4);
}

TEST(matrix_blocks, are_added_and_cleared_within_their_rows) {
  square_matrix whole(4);
  whole.fill(1);
  square_matrix twos(2);
  twos.fill(2);
  const matrix_block inner = whole.block().at(1, 1);
  set_to_sum(inner, twos.block(), twos.block(), -0.5, 2);  // 1
  add_multiple(inner, twos.block(), 3, 2);                 // 7
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const bool is_inner = row % 3 != 0 && column % 3 != 0;
      EXPECT_EQ(whole.block().row(row)[column], is_inner ? 7 : 1) << row << ", " << column;
    }
  }
  clear(inner, 2);
  EXPECT_EQ(whole.block().row(2)[2], 0);
  EXPECT_EQ(whole.block().row(2)[3], 1);
}

TEST(matrix_blocks, product_of_two_is_wrong_until_it_is_made) {
  product_of_two subject(8);
  EXPECT_NE(subject.verify(), "");
  add_product(subject.c().block(), subject.a().block(), subject.b().block(), 8, 8, 8);
  EXPECT_EQ(subject.verify(), "");
  subject.start();
  EXPECT_NE(subject.verify(), "");
}

}  // namespace
}  // namespace nuthatch::workloads
