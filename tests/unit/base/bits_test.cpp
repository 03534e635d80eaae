// SPDX-License-Identifier: Apache-2.0
#include "base/bits.hpp"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace nuthatch::base {
namespace {

static_assert(round_up(0U, 8U) == 0U);
static_assert(round_up(1U, 8U) == 8U);
static_assert(round_up(8U, 8U) == 8U);
static_assert(is_multiple(64U, 16U) && !is_multiple(72U, 16U));

TEST(round_up, agrees_with_division) {
  for (std::size_t unit = 1; unit <= 64; unit *= 2) {
    for (std::size_t value = 0; value < 200; ++value) {
      EXPECT_EQ(round_up(value, unit), (value + unit - 1) / unit * unit);
      EXPECT_EQ(is_multiple(value, unit), value % unit == 0);
    }
  }
}

TEST(round_up, reaches_the_largest_multiple) {
  constexpr std::uint64_t largest = ~std::uint64_t{4095};
  EXPECT_EQ(round_up(largest - 1, std::uint64_t{4096}), largest);
}

}  // namespace
}  // namespace nuthatch::base
