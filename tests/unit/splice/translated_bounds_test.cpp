// SPDX-License-Identifier: Apache-2.0
#include <climits>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include <gtest/gtest.h>

#include <nuthatch/translated.hpp>

/// Loops with over(i) in translated sources, whose bounds have any integer types.
namespace nuthatch::testing {

namespace {

constexpr std::uint64_t middle = std::uint64_t{1} << 63;

std::ptrdiff_t length(const nuthatch_interval& of) {
  return of.last - of.first;
}

}  // namespace

TEST(translated_bounds, follow_the_conversions_of_the_language) {
  EXPECT_EQ(length(nuthatch_below<int>(-1, 2)), 3);
  EXPECT_EQ(length(nuthatch_below<int>(-1, 2U)), 0);  // converted, -1 is the largest unsigned int
  EXPECT_EQ(length(nuthatch_below<unsigned char>(300, 50)), 6);
  EXPECT_EQ(length(nuthatch_up_to<short>(3L, 3)), 1);
  EXPECT_EQ(length(nuthatch_up_to<std::size_t>(1, 0)), 0);
  EXPECT_EQ(nuthatch_up_to<int>(0, INT_MAX).last, std::ptrdiff_t{INT_MAX} + 1);
}

TEST(translated_bounds, end_below_what_an_interval_holds) {
  EXPECT_EQ(length(nuthatch_below<std::uint64_t>(middle - 4, middle - 2)), 2);
  EXPECT_EQ(length(nuthatch_up_to<std::uint64_t>(middle - 4, middle - 2)), 3);
  EXPECT_THROW((void)nuthatch_below<std::uint64_t>(middle - 2, middle + 2), std::range_error);
  EXPECT_THROW((void)nuthatch_below<std::uint64_t>(middle, middle + 2), std::range_error);
  EXPECT_THROW((void)nuthatch_up_to<std::uint64_t>(middle - 2, middle - 1), std::range_error);
  EXPECT_THROW((void)nuthatch_up_to<std::int64_t>(0, INT64_MAX), std::range_error);
  EXPECT_EQ(length(nuthatch_below<std::uint64_t>(middle + 2, middle)), 0);
}

}  // namespace nuthatch::testing
