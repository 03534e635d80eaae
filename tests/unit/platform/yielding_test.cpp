// SPDX-License-Identifier: Apache-2.0
#include "platform/yielding.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace nuthatch::platform {
namespace {

// A system in which a yield takes as long as the test requires.
std::uint64_t now = 0;
std::uint64_t lasts = 0;
std::uint64_t used = 0;           // CPU time of the process
std::uint64_t used_by_yield = 0;  // what it uses during a yield
unsigned yields_made = 0;

const yielding_calls made_up = {
    .now_ns = []() noexcept { return now; },
    .process_cpu_ns = []() noexcept { return used; },
    .yield =
        []() noexcept {
          now += lasts;
          used += used_by_yield;
          ++yields_made;
        },
};

constexpr std::uint64_t ms = 1'000'000;

class yielding_test : public ::testing::Test {
 protected:
  void SetUp() override {
    now = 5 * ms;
    lasts = 0;
    used = 0;
    used_by_yield = 0;
    yields_made = 0;
  }

  yielding tested_{made_up};
};

TEST_F(yielding_test, yields_as_long_as_that_is_short) {
  lasts = 2'000;
  for (unsigned i = 1; i <= 1'000; ++i) {
    EXPECT_TRUE(tested_.any_yield_if_short());
    EXPECT_FALSE(tested_.any_may_be_long());
    EXPECT_EQ(yields_made, i);
  }
}

TEST_F(yielding_test, one_that_was_long_is_the_last_for_a_while) {
  lasts = 15 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short());
  EXPECT_TRUE(tested_.any_may_be_long());
  EXPECT_FALSE(tested_.any_yield_if_short());
  now += 1'000 * ms;
  EXPECT_FALSE(tested_.any_yield_if_short());
  EXPECT_EQ(yields_made, 1U);
}

TEST_F(yielding_test, tries_again_after_a_hundred_times_as_long) {
  lasts = 15 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short());
  now += 1'501 * ms;
  EXPECT_FALSE(tested_.any_may_be_long());
  lasts = 0;
  EXPECT_TRUE(tested_.any_yield_if_short());
  EXPECT_FALSE(tested_.any_may_be_long());
  EXPECT_EQ(yields_made, 2U);
}

// In any period, at most a hundredth of the time is spent yielding.
TEST_F(yielding_test, costs_little_where_yields_are_long) {
  lasts = 20 * ms;
  const std::uint64_t began = now;
  while (now - began < 100'000 * ms) {
    if (!tested_.any_yield_if_short()) {
      now += ms;
    }
  }
  EXPECT_LE(yields_made * lasts, 1'100 * ms);
  EXPECT_GT(yields_made, 10U);
}

TEST_F(yielding_test, threads_of_this_process_may_account_for_long_yields) {
  lasts = 15 * ms;
  used_by_yield = 15 * ms;
  for (unsigned i = 1; i <= 100; ++i) {
    EXPECT_TRUE(tested_.any_yield_if_short_or_own());
    EXPECT_FALSE(tested_.any_may_be_long());
    EXPECT_EQ(yields_made, i);
  }
}

TEST_F(yielding_test, the_second_long_yield_that_others_account_for_is_the_last) {
  lasts = 15 * ms;
  used_by_yield = 12 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short_or_own());
  EXPECT_FALSE(tested_.any_may_be_long());
  EXPECT_TRUE(tested_.any_yield_if_short_or_own());
  EXPECT_TRUE(tested_.any_may_be_long());
  EXPECT_FALSE(tested_.any_yield_if_short_or_own());
  EXPECT_FALSE(tested_.any_yield_if_short());
  EXPECT_EQ(yields_made, 2U);
}

TEST_F(yielding_test, observes_for_a_hundred_times_as_long) {
  lasts = 15 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short_or_own());
  now += 1'501 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short_or_own());  // not observed, but begins it again
  EXPECT_FALSE(tested_.any_may_be_long());
  now += 1'499 * ms;
  EXPECT_TRUE(tested_.any_yield_if_short_or_own());
  EXPECT_TRUE(tested_.any_may_be_long());
}

}  // namespace
}  // namespace nuthatch::platform
