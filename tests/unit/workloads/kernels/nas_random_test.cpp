// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/nas_random.hpp"

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

// The values were computed by a few lines with integers of unlimited length.
TEST(nas_random, gives_the_specified_numbers) {
  nas_random numbers;
  EXPECT_EQ(numbers.next(), 0.7945219111887383);
  EXPECT_EQ(numbers.next(), 0.8690652738745399);
  double last = 0;
  for (int i = 2; i < 1'000'000; ++i) {
    last = numbers.next();
  }
  EXPECT_EQ(last, 0.7168977388487434);
}

}  // namespace
}  // namespace nuthatch::workloads
