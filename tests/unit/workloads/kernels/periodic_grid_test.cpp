// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/periodic_grid.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {
namespace {

TEST(periodic_grid, goes_on_in_every_direction) {
  periodic_grid subject(4);
  EXPECT_EQ(subject.row(0, 0)[0], 0.0);
  EXPECT_EQ(subject.row(4, 2), subject.row(0, 2));
  EXPECT_EQ(subject.row(std::size_t{0} - 1, 2), subject.row(3, 2));
  EXPECT_EQ(subject.row(2, 4), subject.row(2, 0));
  EXPECT_EQ(subject.row(2, std::size_t{0} - 1), subject.row(2, 3));
  double* const row = subject.row(1, 2);
  row[0] = 5;
  row[3] = 7;
  subject.close_row(1, 2);
  EXPECT_EQ(row[-1], 7.0);
  EXPECT_EQ(row[4], 5.0);
}

TEST(periodic_grid, keeps_rows_apart) {
  periodic_grid subject(4);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::ptrdiff_t i = -1; i <= subject.length(); ++i) {
        EXPECT_EQ(subject.row(plane, row)[i]++, 0.0);
      }
    }
  }
}

TEST(periodic_grid, clears_the_planes_it_is_asked_for) {
  periodic_grid subject(4);
  const periodic_grid zero(4);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    subject.row(plane, 0)[-1] = 1;
    subject.row(plane, 3)[4] = 1;
  }
  subject.clear_planes(1, 3);
  EXPECT_EQ(subject.row(0, 3)[4], 1.0);
  EXPECT_EQ(subject.row(1, 0)[-1], 0.0);
  EXPECT_EQ(subject.row(2, 3)[4], 0.0);
  EXPECT_EQ(subject.row(3, 0)[-1], 1.0);
  EXPECT_FALSE(subject == zero);
  subject.clear_planes(0, 4);
  EXPECT_TRUE(subject == zero);
}

TEST(periodic_grid, copies_the_planes_it_is_asked_for) {
  periodic_grid whole(4);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    whole.row(plane, 0)[-1] = static_cast<double>(plane);
    whole.row(plane, 3)[4] = 10;
  }
  periodic_grid subject(4);
  subject.copy_planes(whole, 1, 3);
  EXPECT_EQ(subject.row(0, 3)[4], 0.0);
  EXPECT_EQ(subject.row(1, 0)[-1], 1.0);
  EXPECT_EQ(subject.row(2, 3)[4], 10.0);
  EXPECT_EQ(subject.row(3, 0)[-1], 0.0);
  periodic_grid copy(4, untouched);
  copy.copy_planes(whole, 2, 4);
  copy.copy_planes(whole, 0, 2);
  EXPECT_TRUE(copy == whole);
}

}  // namespace
}  // namespace nuthatch::workloads
