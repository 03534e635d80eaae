// SPDX-License-Identifier: Apache-2.0

// The smallest and the largest elements, compared with those of std::ranges. Equal elements occur,
// so the tests show which of them is returned.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class minmax_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(minmax_test, {1, 2, 8});

TEST_P(minmax_test, elements) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const std::uint32_t values : {1U, 5U, 1'000'000U}) {
        const std::vector<int> all = testing::numbers(n, values);
        EXPECT_EQ(min_element(how, all), std::ranges::min_element(all));
        EXPECT_EQ(max_element(how, all), std::ranges::max_element(all));
        EXPECT_EQ(min_element(how, all.begin(), all.end(), std::greater<>()),
                  std::ranges::min_element(all, std::greater<>()));
        EXPECT_EQ(max_element(how, all.begin(), all.end(), {}, std::negate<>()),
                  std::ranges::max_element(all, {}, std::negate<>()));
        const auto expected = std::ranges::minmax_element(all);
        const auto found = minmax_element(how, all);
        EXPECT_EQ(found.min, expected.min);
        EXPECT_EQ(found.max, expected.max);
        EXPECT_EQ(minmax_element(how, all.begin(), all.end(), std::greater<>()).max,
                  std::ranges::minmax_element(all, std::greater<>()).max);
      }
    }
  });
}

/// Compares the extremes of numbers that are ordered in different ways with those of std.
template <class Range>
void compare_extremes(parallel_policy how, const Range& all) {
  EXPECT_EQ(min_element(how, all) - all.begin(), std::ranges::min_element(all) - all.begin());
  EXPECT_EQ(max_element(how, all) - all.begin(), std::ranges::max_element(all) - all.begin());
  const auto found = minmax_element(how, all, std::greater<>());
  const auto expected = std::ranges::minmax_element(all, std::greater<>());
  EXPECT_EQ(found.min - all.begin(), expected.min - all.begin());
  EXPECT_EQ(found.max - all.begin(), expected.max - all.begin());
}

TEST_P(minmax_test, elements_in_order_and_zeros_of_both_signs) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<double> all(n);
      for (std::size_t i = 0; i < n; ++i) {
        all[i] = i % 3 == 0 ? -0.0 : 0.0;
      }
      compare_extremes(how, all);
      std::iota(all.begin(), all.end(), -100.0);
      compare_extremes(how, all);
      std::ranges::reverse(all);
      compare_extremes(how, all);
      const std::vector<int> some = testing::numbers(n, 200);
      compare_extremes(how, std::vector<unsigned char>(some.begin(), some.end()));
      compare_extremes(how, some | std::views::transform([](int each) { return 0.5 * each; }));
    }
  });
}

// The concepts of std::ranges do not ask for comparisons of constants.
TEST_P(minmax_test, comparisons_of_elements_that_are_no_constants) {
  on_policies([](parallel_policy how) {
    std::vector<std::pair<int, int>> all;
    for (const int each : testing::numbers(2'000, 50)) {
      all.emplace_back(each, static_cast<int>(all.size()));
    }
    const auto less = [](std::pair<int, int>& a, std::pair<int, int>& b) {
      return a.first < b.first;
    };
    EXPECT_EQ(min_element(how, all, less), std::ranges::min_element(all, less));
    EXPECT_EQ(max_element(how, all, less), std::ranges::max_element(all, less));
    EXPECT_EQ(minmax_element(how, all, less).max, std::ranges::minmax_element(all, less).max);
  });
}

// An order that NaN takes part in is none: any element may be returned.
TEST_P(minmax_test, not_a_number_is_one_of_the_elements) {
  on_policies([](parallel_policy how) {
    const std::vector<double> all(1'000, std::nan(""));
    EXPECT_NE(min_element(how, all), all.end());
    EXPECT_NE(max_element(how, all), all.end());
    EXPECT_NE(minmax_element(how, all).max, all.end());
  });
}

TEST_P(minmax_test, values) {
  on_policies([](parallel_policy how) {
    std::vector<std::pair<int, std::string>> all;
    for (const int each : testing::numbers(5'000, 20)) {
      all.emplace_back(each, std::to_string(all.size()));
    }
    const auto by = &std::pair<int, std::string>::first;
    EXPECT_EQ(min(how, all, {}, by), std::ranges::min(all, {}, by));
    EXPECT_EQ(max(how, all, {}, by), std::ranges::max(all, {}, by));
    const auto both = minmax(how, all, {}, by);
    EXPECT_EQ(both.min, std::ranges::minmax(all, {}, by).min);
    EXPECT_EQ(both.max, std::ranges::minmax(all, {}, by).max);
  });
}

}  // namespace
}  // namespace nuthatch
