// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/plain_quicksort.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/number_sorting.hpp"

namespace nuthatch::workloads {
namespace {

TEST(plain_quicksort, sorts_whatever_is_sorted_by_insertion) {
  for (const std::size_t insertion : {2U, 3U, 20U, 2000U}) {
    for (const std::size_t length : {0U, 1U, 2U, 3U, 4U, 5U, 1000U}) {
      number_sorting all(length);
      plain_quicksort(all.numbers(), insertion);
      EXPECT_EQ(all.verify(), "") << length << " numbers, insertion up to " << insertion;
    }
  }
}

TEST(plain_quicksort, sorts_equal_numbers_and_sorted_ones) {
  std::vector<std::int32_t> equal(1000, 7);
  plain_quicksort(equal);
  EXPECT_EQ(std::ranges::count(equal, 7), 1000);
  std::vector<std::int32_t> falling(1000);
  for (std::size_t i = 0; i < falling.size(); ++i) {
    falling[i] = 1000 - static_cast<std::int32_t>(i);
  }
  for (int time = 0; time < 2; ++time) {  // the numbers ascend the second time
    plain_quicksort(falling, 2);
    EXPECT_TRUE(std::ranges::is_sorted(falling));
    EXPECT_EQ(falling.front(), 1);
  }
}

TEST(plain_quicksort, partitions_leave_something_on_both_sides) {
  for (std::int32_t code = 0; code < 3 * 3 * 3 * 3; ++code) {  // all of four numbers below three
    std::vector<std::int32_t> numbers{code % 3, code / 3 % 3, code / 9 % 3, code / 27};
    const std::size_t place = partition(numbers);
    ASSERT_GT(place, 0U) << code;
    ASSERT_LT(place, numbers.size()) << code;
    const std::span<const std::int32_t> all(numbers);
    EXPECT_LE(std::ranges::max(all.first(place)), std::ranges::min(all.subspan(place))) << code;
  }
}

}  // namespace
}  // namespace nuthatch::workloads
