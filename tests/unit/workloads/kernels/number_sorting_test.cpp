// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/number_sorting.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

TEST(number_sorting, accepts_the_input_in_order) {
  std::vector<std::int32_t> numbers = numbers_to_sort(1000);
  const std::uint64_t expected = fingerprint(numbers);
  EXPECT_NE(check_sorted(numbers, expected), "");
  std::ranges::sort(numbers);
  EXPECT_EQ(check_sorted(numbers, expected), "");
}

TEST(number_sorting, finds_one_pair_out_of_order) {
  std::vector<std::int32_t> numbers = numbers_to_sort(1000);
  const std::uint64_t expected = fingerprint(numbers);
  std::ranges::sort(numbers);
  std::swap(numbers[500], numbers[501]);
  EXPECT_NE(check_sorted(numbers, expected), "");
}

TEST(number_sorting, finds_a_number_lost_and_another_doubled) {
  std::vector<std::int32_t> numbers = numbers_to_sort(1000);
  const std::uint64_t expected = fingerprint(numbers);
  std::ranges::sort(numbers);
  ASSERT_NE(numbers[500], numbers[501]);
  numbers[500] = numbers[501];
  EXPECT_NE(check_sorted(numbers, expected), "");
}

TEST(number_sorting, has_negative_numbers_and_duplicates_among_many) {
  std::vector<std::int32_t> numbers = numbers_to_sort(1'000'000);
  std::ranges::sort(numbers);
  EXPECT_LT(numbers.front(), 0);
  EXPECT_GT(numbers.back(), 0);
  EXPECT_NE(std::ranges::adjacent_find(numbers), numbers.end());
}

TEST(number_sorting, insertion_sort_sorts_every_short_length) {
  for (std::size_t length = 0; length < 40; ++length) {
    std::vector<std::int32_t> numbers = numbers_to_sort(length);
    const std::uint64_t expected = fingerprint(numbers);
    insertion_sort(numbers);
    EXPECT_EQ(check_sorted(numbers, expected), "") << length;
  }
}

}  // namespace
}  // namespace nuthatch::workloads
