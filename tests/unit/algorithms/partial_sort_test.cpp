// SPDX-License-Identifier: Apache-2.0

// Sorting and dividing of ranges in part, compared with std::ranges.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "algorithms/sorted_elements.hpp"

namespace nuthatch {
namespace {

using testing::numbered;

class partial_sort_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(partial_sort_test, {1, 2, 8});

/// Ranks at the ends, near them and in the middle.
std::vector<std::size_t> ranks_of(std::size_t n) {
  std::vector<std::size_t> all{0, n / 100, n / 17, n / 2, n - n / 50, n};
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

template <class Value, class Comp, class Proj>
void expect_divided(
    parallel_policy how, std::vector<Value> all, std::size_t rank, Comp comp, Proj proj) {
  const std::vector<Value> expected = testing::stably_sorted(all, comp, proj);
  const auto nth = all.begin() + static_cast<std::ptrdiff_t>(rank);
  ASSERT_EQ(nth_element(how, all, nth, comp, proj), all.end());
  const auto less = [&](const Value& a, const Value& b) {
    return std::invoke(comp, std::invoke(proj, a), std::invoke(proj, b));
  };
  if (rank != all.size()) {
    ASSERT_FALSE(less(*nth, expected[rank]) || less(expected[rank], *nth)) << rank;
    ASSERT_TRUE(
        std::none_of(all.begin(), nth, [&](const Value& each) { return less(*nth, each); }));
    ASSERT_TRUE(std::none_of(nth, all.end(), [&](const Value& each) { return less(each, *nth); }));
  }
  ASSERT_TRUE(testing::have_same_elements(all, expected)) << "elements are lost";
}

template <class Value, class Comp, class Proj>
void expect_partly_sorted(
    parallel_policy how, std::vector<Value> all, std::size_t count, Comp comp, Proj proj) {
  const std::vector<Value> expected = testing::stably_sorted(all, comp, proj);
  const auto middle = static_cast<std::ptrdiff_t>(count);
  std::vector<Value> out(count + 1, expected.empty() ? Value() : expected.back());
  const std::vector<Value> before = all;
  const auto ends = partial_sort_copy(
      how, all.begin(), all.end(), out.begin(), out.begin() + middle, comp, proj, proj);
  ASSERT_EQ(ends.in, all.end());
  ASSERT_EQ(ends.out, out.begin() + middle);
  ASSERT_EQ(all, before) << "the input has changed";
  ASSERT_EQ(partial_sort(how, all, all.begin() + middle, comp, proj), all.end());
  for (std::size_t i = 0; i != count; ++i) {
    ASSERT_EQ(std::invoke(proj, all[i]), std::invoke(proj, expected[i])) << i;
    ASSERT_EQ(std::invoke(proj, out[i]), std::invoke(proj, expected[i])) << i;
  }
  ASSERT_TRUE(testing::have_same_elements(all, expected)) << "elements are lost";
}

template <class Value, class Comp = std::ranges::less, class Proj = std::identity>
void expect_in_part(parallel_policy how,
                    const std::vector<Value>& all,
                    Comp comp = {},
                    Proj proj = {}) {
  for (const std::size_t rank : ranks_of(all.size())) {
    expect_divided(how, all, rank, comp, proj);
    expect_partly_sorted(how, all, rank, comp, proj);
  }
}

TEST_P(partial_sort_test, results_are_those_of_std) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {0U, 1U, 2U, 9U, 200U, 1'100U, 5'000U, 20'000U}) {
      for (const std::uint32_t values : {1U, 2U, 20U, 1'000'000'000U}) {
        expect_in_part(how, testing::numbers(n, values));
        expect_in_part(
            how, testing::numbered_elements(n, values), std::ranges::greater(), &numbered::key);
      }
      if (n < 10'000) {
        expect_in_part(how, testing::words(n, 1'000'000));
      }
    }
  });
}

TEST_P(partial_sort_test, shapes_that_are_hard_or_easy) {
  on_policies([](parallel_policy how) {
    for (const std::vector<int>& all : testing::shapes(6'000)) {
      expect_in_part(how, all);
      expect_in_part(how, all, [](int a, int b) { return a > b; });
    }
  });
}

TEST_P(partial_sort_test, kinds_of_ranges) {
  on_policies([](parallel_policy how) {
    const std::vector<int> all = testing::numbers(6'000, 1'000);
    std::vector<int> expected = all;
    std::ranges::sort(expected);
    std::deque<int> queue(all.begin(), all.end());
    EXPECT_EQ(partial_sort(how, queue, queue.begin() + 2'000), queue.end());
    EXPECT_TRUE(std::equal(queue.begin(), queue.begin() + 2'000, expected.begin()));
    std::vector<int> reversed = all;
    nth_element(how, reversed.rbegin(), reversed.rbegin() + 3'000, reversed.rend());
    EXPECT_EQ(reversed[2'999], expected[3'000]);
    std::deque<int> out(10'000, -1);
    EXPECT_EQ(partial_sort_copy(how, all, out).out, out.begin() + 6'000);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin()));
    EXPECT_EQ(out[6'000], -1);
  });
}

// The arrangement of equal elements, and of what is not sorted, is the same on any number of
// workers.
TEST(partial_sorts_test, results_do_not_depend_on_the_workers) {
  const std::vector<numbered> all = testing::numbered_elements(50'000, 1'000);
  std::vector<std::vector<numbered>> results;
  for (const unsigned workers : {1U, 2U, 8U}) {
    options wanted;
    wanted.workers = workers;
    runtime r(wanted);
    r.run([&] {
      for (const std::size_t rank : {std::size_t{10}, std::size_t{2'000}, std::size_t{25'000}}) {
        const auto middle = static_cast<std::ptrdiff_t>(rank);
        std::vector<numbered> divided = all;
        nth_element(par, divided, divided.begin() + middle);
        std::vector<numbered> partly = all;
        partial_sort(par, partly, partly.begin() + middle);
        results.push_back(divided);
        results.push_back(partly);
        std::vector<numbered> sorted = all;
        sort(par.grain(rank), sorted);
        results.push_back(sorted);
      }
    });
  }
  for (std::size_t i = 9; i < results.size(); ++i) {
    EXPECT_TRUE(results[i] == results[i - 9]) << i;
  }
  EXPECT_TRUE(results[2] == results[5]);
}

// NOLINTNEXTLINE(readability-function-size): policies, ranks and failures nest
TEST_P(partial_sort_test, exceptions_arrive_and_elements_stay) {
  on_policies([](parallel_policy how) {
    const std::vector<std::string> all = testing::words(20'000, 1'000'000);
    std::vector<std::string> expected = all;
    std::ranges::sort(expected);
    for (const int at : {0, 900, 15'000, 25'000, 45'000}) {
      for (const std::ptrdiff_t rank : {100, 10'000}) {
        std::atomic<int> left = at;
        const auto less = [&left](const std::string& a, const std::string& b) {
          if (left.fetch_sub(1) <= 0) {
            throw std::runtime_error("expected");
          }
          return a < b;
        };
        const auto expect_kept = [&](auto arrange) {
          left = at;
          std::vector<std::string> now = all;
          try {
            arrange(now);
            EXPECT_GE(left, 0) << "an exception is lost";
          } catch (const std::runtime_error&) {  // or task_errors
            EXPECT_LT(left, 0);
          }
          std::ranges::sort(now);
          EXPECT_EQ(now, expected) << "elements are lost";
        };
        expect_kept([&](auto& now) { nth_element(how, now, now.begin() + rank, less); });
        expect_kept([&](auto& now) { partial_sort(how, now, now.begin() + rank, less); });
        expect_kept([&](auto& now) {
          std::vector<std::string> out(static_cast<std::size_t>(rank));
          partial_sort_copy(how, now, out, less);
        });
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch
