// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/eigenvalue_search.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/sparse_matrix.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {
namespace {

constexpr double shift = 10;
constexpr std::uint32_t n = 12;

// A matrix with the eigenvalues 3, 6, 9, ..., each along one axis.
sparse_matrix diagonal() {
  std::vector<sparse_matrix::entry> entries;
  for (std::uint32_t i = 0; i < n; ++i) {
    entries.push_back({i, i, 3.0 * (i + 1) - shift});
  }
  return {n, entries};
}

TEST(eigenvalue_search, finds_the_eigenvalue_nearest_to_the_shift) {
  const sparse_matrix matrix = diagonal();
  eigenvalue_search subject(matrix, shift, 1);
  subject.run(in_order, 40);
  EXPECT_NEAR(subject.zeta(), 9, 1e-12);
  EXPECT_NEAR(subject.residual(), 0, 1e-9);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(std::abs(subject.eigenvector()[i]), i == 2 ? 1.0 : 0.0, 1e-9) << i;
  }
}

TEST(eigenvalue_search, takes_more_blocks_than_rows) {
  const sparse_matrix matrix = diagonal();
  for (const std::size_t blocks : {2U, 5U, 12U, 30U}) {
    eigenvalue_search subject(matrix, shift, blocks);
    subject.run(in_order, 40);
    EXPECT_NEAR(subject.zeta(), 9, 1e-12) << blocks << " blocks";
  }
}

TEST(eigenvalue_search, starts_again) {
  const sparse_matrix matrix = diagonal();
  eigenvalue_search subject(matrix, shift, 3);
  subject.run(in_order, 2);
  const double once = subject.zeta();
  EXPECT_NE(once, 0.0);
  subject.start();
  EXPECT_EQ(subject.zeta(), 0.0);
  subject.run(in_order, 2);
  EXPECT_EQ(subject.zeta(), once);
}

TEST(eigenvalue_search, can_be_left_to_be_started) {
  const sparse_matrix matrix = diagonal();
  eigenvalue_search reference(matrix, shift, 5);
  reference.run(in_order, 3);
  eigenvalue_search subject(matrix, shift, 5, untouched);
  std::size_t next = 0;
  subject.for_each_block(in_order, [&next](std::size_t first, std::size_t last) {
    EXPECT_EQ(first, next);
    next = last;
  });
  EXPECT_EQ(next, n);
  subject.start(in_order);
  subject.run(in_order, 3);
  EXPECT_EQ(subject.zeta(), reference.zeta());
  EXPECT_EQ(subject.eigenvector(), reference.eigenvector());
}

}  // namespace
}  // namespace nuthatch::workloads
