// SPDX-License-Identifier: Apache-2.0

// Algorithms that look for elements, compared with those of std::ranges.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class find_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(find_test, {1, 2, 8});

/// Returns a range of zeros with ones at some places, for each of several sets of places.
std::vector<std::vector<int>> marked(std::size_t n) {
  std::vector<std::vector<int>> all{std::vector<int>(n)};
  for (const std::size_t at : {std::size_t{0}, n / 3, n / 2, n - 1}) {
    if (at < n) {
      all.emplace_back(n).at(at) = 1;
      all.emplace_back(n, 1).at(at) = 0;
    }
  }
  all.push_back(testing::numbers(n, 2));
  std::vector<int> last = testing::numbers(n, 1'000);
  std::ranges::transform(last, last.begin(), [](int each) { return each == 0 ? 1 : 0; });
  all.push_back(std::move(last));
  return all;
}

TEST_P(find_test, finds_what_std_finds) {
  on_policies([](parallel_policy how) {
    const auto is_one = [](int each) {
      return each == 1;
    };
    for (const std::size_t n : testing::lengths()) {
      for (const std::vector<int>& all : marked(n)) {
        EXPECT_EQ(any_of(how, all, is_one), std::ranges::any_of(all, is_one));
        EXPECT_EQ(all_of(how, all, is_one), std::ranges::all_of(all, is_one));
        EXPECT_EQ(none_of(how, all, is_one), std::ranges::none_of(all, is_one));
        EXPECT_EQ(any_of(how, all.begin(), all.end(), is_one), std::ranges::any_of(all, is_one));
        EXPECT_EQ(all_of(how, all.begin(), all.end(), is_one), std::ranges::all_of(all, is_one));
        EXPECT_EQ(none_of(how, all.begin(), all.end(), is_one), std::ranges::none_of(all, is_one));
        EXPECT_EQ(find(how, all, 1), std::ranges::find(all, 1));
        EXPECT_EQ(contains(how, all, 1), std::ranges::find(all, 1) != all.end());
        EXPECT_EQ(contains(how, all.begin(), all.end(), -1, std::negate<>()),
                  std::ranges::find(all, 1) != all.end());
        EXPECT_FALSE(contains(how, all, -77));
        EXPECT_EQ(find(how, all.begin(), all.end(), -1, std::negate<>()),
                  std::ranges::find(all, 1));
        EXPECT_EQ(find_if(how, all, is_one), std::ranges::find_if(all, is_one));
        EXPECT_EQ(find_if_not(how, all, is_one), std::ranges::find_if_not(all, is_one));
        EXPECT_EQ(find_if_not(how, all.begin(), all.end(), is_one),
                  std::ranges::find_if_not(all, is_one));
        EXPECT_EQ(adjacent_find(how, all), std::ranges::adjacent_find(all));
        EXPECT_EQ(adjacent_find(how, all.begin(), all.end(), std::ranges::greater()),
                  std::ranges::adjacent_find(all, std::ranges::greater()));
        EXPECT_EQ(is_sorted(how, all), std::ranges::is_sorted(all));
        EXPECT_EQ(is_sorted(how, all.begin(), all.end(), std::ranges::greater()),
                  std::ranges::is_sorted(all, std::ranges::greater()));
        EXPECT_EQ(is_sorted_until(how, all), std::ranges::is_sorted_until(all));
        EXPECT_EQ(is_sorted_until(how, all, {}, std::negate<>()),
                  std::ranges::is_sorted_until(all, {}, std::negate<>()));
      }
    }
  });
}

TEST_P(find_test, compares_two_ranges) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const std::vector<int>& a : marked(n)) {
        for (const std::vector<int>& b : {std::vector<int>(n), std::vector<int>(n / 2), a}) {
          EXPECT_EQ(equal(how, a, b), std::ranges::equal(a, b));
          EXPECT_EQ(equal(how, a.begin(), a.end(), b.begin(), b.end(), {}, std::negate<>()),
                    std::ranges::equal(a, b, {}, std::negate<>()));
          const auto expected = std::ranges::mismatch(a, b);
          const auto found = mismatch(how, a, b);
          EXPECT_EQ(found.in1, expected.in1);
          EXPECT_EQ(found.in2, expected.in2);
          EXPECT_EQ(mismatch(how, a.begin(), a.end(), b.begin(), b.end()).in1, expected.in1);
        }
      }
    }
  });
}

// With one worker, it is known what is tested after an element was found: nothing.
TEST_P(find_test, ends_where_the_answer_is_known) {
  on_policies([](parallel_policy how) {
    if (nuthatch::workers() > 1) {
      return;
    }
    std::vector<int> all(20'000);
    all[5'000] = 1;
    int calls = 0;
    const auto is_one = [&calls](int each) {
      ++calls;
      return each == 1;
    };
    EXPECT_EQ(find_if(how, all, is_one), all.begin() + 5'000);
    EXPECT_EQ(calls, 5'001);
    calls = 0;
    EXPECT_TRUE(any_of(how, all, is_one));
    EXPECT_EQ(calls, 5'001);
  });
}

// Once the answer is known, no fork begins further blocks, however short they are.
TEST_P(find_test, forks_no_more_when_the_answer_is_known) {
  on_runtime([](runtime& r) {
    if (r.workers() > 1) {
      return;
    }
    r.count_spawns(/*wanted=*/true);
    r.run([] {
      const auto all = std::views::iota(0L, 1'000'000L);
      EXPECT_EQ(*find(par.grain(1), all, 5L), 5);
      EXPECT_TRUE(any_of(par.grain(1), all, [](long each) { return each == 5; }));
    });
    EXPECT_LT(r.statistics().spawns, 200U);
  });
}

TEST_P(find_test, looks_at_each_element_once_if_none_is_found) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      std::atomic<std::size_t> calls = 0;
      const auto is_negative = [&calls](int each) {
        ++calls;
        return each < 0;
      };
      EXPECT_EQ(find_if(how, all, is_negative), all.end());
      EXPECT_EQ(calls.exchange(0), n);
      EXPECT_TRUE(none_of(how, all, is_negative));
      EXPECT_EQ(calls.exchange(0), n);
      EXPECT_TRUE(find_last_if(how, all, is_negative).empty());
      EXPECT_EQ(calls, n);
    }
  });
}

}  // namespace
}  // namespace nuthatch
