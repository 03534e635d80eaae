// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sparse_matrix.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {
namespace {

// 1 0 2
// 0 0 0
// 0 3 0, in no order, and the three in two parts.
sparse_matrix example() {
  return {3, {{2, 1, 1.0}, {0, 2, 2.0}, {2, 1, 2.0}, {0, 0, 1.0}}};
}

TEST(sparse_matrix, counts_a_place_once) {
  const sparse_matrix subject = example();
  EXPECT_EQ(subject.rows(), 3U);
  EXPECT_EQ(subject.elements(0, 3), 3U);
  EXPECT_EQ(subject.elements(0, 1), 2U);
  EXPECT_EQ(subject.elements(1, 2), 0U);
  EXPECT_EQ(subject.elements(1, 3), 1U);
}

TEST(sparse_matrix, multiplies) {
  std::vector<double> product(3, -1.0);
  example().multiply_rows(0, 3, std::vector<double>{5, 7, 11}, product);
  EXPECT_EQ(product, (std::vector<double>{27, 0, 21}));
}

TEST(sparse_matrix, multiplies_the_rows_it_is_asked_for) {
  std::vector<double> product(3, -1.0);
  example().multiply_rows(1, 2, std::vector<double>{5, 7, 11}, product);
  EXPECT_EQ(product, (std::vector<double>{-1, 0, -1}));
}

TEST(sparse_matrix, adds_up_in_the_order_given) {
  const sparse_matrix subject(1, {{0, 0, 1.0}, {0, 0, 0x1p60}, {0, 0, -0x1p60}});
  std::vector<double> product(1);
  subject.multiply_rows(0, 1, std::vector<double>{1}, product);
  EXPECT_EQ(product[0], 0.0) << "the one is lost first";
}

TEST(sparse_matrix, can_be_copied_in_blocks_of_rows) {
  const sparse_matrix whole = example();
  sparse_matrix subject(whole, untouched);
  subject.copy_rows(whole, 1, 3);
  subject.copy_rows(whole, 0, 1);
  std::vector<double> product(3);
  subject.multiply_rows(0, 3, std::vector<double>{5, 7, 11}, product);
  EXPECT_EQ(product, (std::vector<double>{27, 0, 21}));
}

}  // namespace
}  // namespace nuthatch::workloads
