// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/option_prices.hpp"

#include <algorithm>
#include <cstddef>

#include <gtest/gtest.h>

#include "computed.hpp"

namespace nuthatch::workloads {
namespace {

option_prices computed(const option_problem& given, std::size_t sweeps) {
  return testing::computed<option_prices>(given, sweeps);
}

// The value in Hull's book.
TEST(option_prices, are_those_of_the_literature) {
  const option_prices found = computed({4'000, 500, true}, 500);
  EXPECT_NEAR(found.result()[1'000], 4.28, 0.01) << "where the price is the strike";
  EXPECT_EQ(found.check(), "");
}

TEST(option_prices, are_at_least_what_is_paid_at_once) {
  const option_prices before = computed({2'000, 100, true}, 0);
  const option_prices after = computed({2'000, 100, true}, 100);
  for (std::size_t i = 0; i < 2'002; ++i) {
    EXPECT_GE(after.result()[i], before.result()[i]);
  }
  EXPECT_GT(std::ranges::count_if(after.result(), [](double value) { return value > 0; }),
            std::ranges::count_if(before.result(), [](double value) { return value > 0; }));
}

TEST(option_prices, of_all_grids_are_alike) {
  const option_prices found = computed({3'000, 64, true}, 64);
  for (std::ptrdiff_t i = -40; i < 40; ++i) {
    const auto at = [&](std::ptrdiff_t cell) {
      return found.result()[static_cast<std::size_t>(cell)];
    };
    EXPECT_EQ(at(128 + i), at(256 + 128 + i));
    EXPECT_EQ(at(128 + i), at(2'560 + 128 + i));
  }
}

TEST(option_prices, are_checked) {
  EXPECT_EQ(computed({500, 20, true}, 20).check(), "");
  EXPECT_NE(computed({500, 20, true}, 0).check(), "");
  EXPECT_NE(computed({500, 20, true}, 10).check(), "");
}

}  // namespace
}  // namespace nuthatch::workloads
