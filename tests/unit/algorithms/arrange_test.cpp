// SPDX-License-Identifier: Apache-2.0

// Reversing and replacing, compared with std::ranges.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class arrange_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(arrange_test, {1, 2, 8});

TEST_P(arrange_test, reverse) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<int> all = testing::numbers(n, 1'000);
      std::vector<int> expected = all;
      std::ranges::reverse(expected);
      EXPECT_EQ(reverse(how, all), all.end());
      EXPECT_EQ(all, expected);
      std::ranges::reverse(expected);
      EXPECT_EQ(reverse(how, all.begin(), all.end()), all.end());
      EXPECT_EQ(all, expected);
    }
  });
}

TEST_P(arrange_test, replace_copy) {
  on_policies([](parallel_policy how) {
    const auto is_small = [](int each) {
      return each < 2;
    };
    for (const std::size_t n : testing::lengths()) {
      for (const std::size_t room : {n, n / 2, n + 5}) {
        const std::vector<int> all = testing::numbers(n, 4);
        const std::size_t done = std::min(n, room);
        std::vector<int> expected(room, -1);
        std::vector<int> out = expected;
        std::ranges::replace_copy(all | std::views::take(done), expected.begin(), 3, 33);
        EXPECT_EQ(replace_copy(how, all, out, 3, 33).in,
                  all.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_EQ(out, expected);
        std::ranges::replace_copy_if(all | std::views::take(done), expected.begin(), is_small, 8);
        EXPECT_EQ(
            replace_copy_if(how, all.begin(), all.end(), out.begin(), out.end(), is_small, 8).out,
            out.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_EQ(out, expected);
        std::ranges::replace_copy(
            all | std::views::take(done), expected.begin(), -1, 5, std::negate<>());
        replace_copy(how, all.begin(), all.end(), out.begin(), out.end(), -1, 5, std::negate<>());
        EXPECT_EQ(out, expected);
        replace_copy_if(how, all, out, is_small, 9);
        EXPECT_EQ(std::ranges::count(out, 9),
                  std::ranges::count_if(all | std::views::take(done), is_small));
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch
