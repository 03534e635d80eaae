// SPDX-License-Identifier: Apache-2.0

// Questions about the order of elements, compared with those of std::ranges.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class compare_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(compare_test, {1, 2, 8});

TEST_P(compare_test, two_ranges) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> a = testing::numbers(n, 5);
      std::vector<std::vector<int>> others{a, {}, {1, 2}, std::vector<int>(n, 2)};
      others.emplace_back(a.begin() + static_cast<std::ptrdiff_t>(n / 2), a.end());
      others.emplace_back(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n / 2));
      others.push_back(a);
      others.back().push_back(7);
      others.push_back(a);
      if (n > 0) {
        others.back()[n * 2 / 3] += 1;
      }
      for (const std::vector<int>& b : others) {
        EXPECT_EQ(lexicographical_compare(how, a, b), std::ranges::lexicographical_compare(a, b));
        EXPECT_EQ(lexicographical_compare(how, b, a), std::ranges::lexicographical_compare(b, a));
        EXPECT_EQ(lexicographical_compare(
                      how, a.begin(), a.end(), b.begin(), b.end(), {}, std::negate<>()),
                  std::ranges::lexicographical_compare(a, b, {}, std::negate<>()));
        const bool fits = b.size() <= n;
        EXPECT_EQ(starts_with(how, a, b),
                  fits && std::ranges::equal(a | std::views::take(b.size()), b));
        EXPECT_EQ(ends_with(how, a, b),
                  fits && std::ranges::equal(a | std::views::drop(n - b.size()), b));
        EXPECT_EQ(
            starts_with(how, a.begin(), a.end(), b.begin(), b.end(), std::ranges::less_equal()),
            fits &&
                std::ranges::equal(a | std::views::take(b.size()), b, std::ranges::less_equal()));
        EXPECT_EQ(ends_with(how, a.begin(), a.end(), b.begin(), b.end(), std::ranges::less_equal()),
                  fits && std::ranges::equal(
                              a | std::views::drop(n - b.size()), b, std::ranges::less_equal()));
      }
    }
  });
}

TEST_P(compare_test, partitions) {
  on_policies([](parallel_policy how) {
    const auto is_small = [](int each) {
      return each < 3;
    };
    for (const std::size_t n : testing::lengths()) {
      std::vector<int> all = testing::numbers(n, 6);
      EXPECT_EQ(is_partitioned(how, all, is_small), std::ranges::is_partitioned(all, is_small));
      std::ranges::sort(all);
      EXPECT_TRUE(is_partitioned(how, all, is_small));
      EXPECT_TRUE(is_partitioned(how, all.begin(), all.end(), is_small));
      EXPECT_EQ(is_partitioned(how, all, std::not_fn(is_small)),
                std::ranges::is_partitioned(all, std::not_fn(is_small)));
      all.push_back(0);
      EXPECT_EQ(is_partitioned(how, all, is_small), std::ranges::is_partitioned(all, is_small));
    }
  });
}

TEST_P(compare_test, heaps) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<int> all = testing::numbers(n, 1'000);
      EXPECT_EQ(is_heap(how, all), std::ranges::is_heap(all));
      EXPECT_EQ(is_heap_until(how, all), std::ranges::is_heap_until(all));
      std::ranges::make_heap(all);
      EXPECT_TRUE(is_heap(how, all));
      EXPECT_EQ(is_heap_until(how, all.begin(), all.end()), all.end());
      if (n > 10) {
        all[n - 3] = 2'000;
        EXPECT_FALSE(is_heap(how, all.begin(), all.end()));
        EXPECT_EQ(is_heap_until(how, all), all.end() - 3);
      }
      EXPECT_EQ(is_heap(how, all, std::greater<>()), std::ranges::is_heap(all, std::greater<>()));
    }
  });
}

}  // namespace
}  // namespace nuthatch
