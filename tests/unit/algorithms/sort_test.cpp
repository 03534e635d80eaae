// SPDX-License-Identifier: Apache-2.0

// Sorting, compared with std::ranges. Elements carry their original position, so the tests show
// which of equal elements comes first.

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "algorithms/sorted_elements.hpp"

namespace nuthatch {
namespace {

using testing::numbered;

class sort_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(sort_test, {1, 2, 8});

/// Sorts copies of the elements in both ways, and compares them with the stably sorted ones.
template <class Value, class Comp = std::ranges::less, class Proj = std::identity>
void expect_sorted(parallel_policy how,
                   const std::vector<Value>& all,
                   Comp comp = {},
                   Proj proj = {}) {
  const std::vector<Value> expected = testing::stably_sorted(all, comp, proj);
  std::vector<Value> stable = all;
  ASSERT_EQ(stable_sort(how, stable, comp, proj), stable.end());
  ASSERT_TRUE(stable == expected) << all.size();
  std::vector<Value> sorted = all;
  ASSERT_EQ(sort(how, sorted.begin(), sorted.end(), comp, proj), sorted.end());
  ASSERT_TRUE(std::ranges::is_sorted(sorted, comp, proj)) << all.size();
  ASSERT_TRUE(testing::have_same_elements(sorted, expected)) << "elements are lost";
}

TEST_P(sort_test, all_short_lengths) {
  on_policies([](parallel_policy how) {
    const std::size_t step = testing::rounds(100) < 100 ? 7 : 1;
    for (std::size_t n = 0; n <= 200; n += step) {
      for (const std::uint32_t values : {2U, 10U, 1'000'000U}) {
        expect_sorted(how, testing::numbers(n, values));
        expect_sorted(how, testing::numbered_elements(n, values));
        expect_sorted(how, testing::words(n, values));
      }
    }
  });
}

TEST_P(sort_test, long_ranges) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::long_lengths()) {
      for (const std::uint32_t values : {3U, 1'000'000'000U}) {
        expect_sorted(how, testing::numbers(n, values));
        expect_sorted(how, testing::numbers(n, values), std::ranges::greater());
        expect_sorted(how, testing::numbered_elements(n, values));
        expect_sorted(how, testing::numbered_elements(n, values), {}, &numbered::key);
        expect_sorted(how, testing::numbered_elements(n, values), std::greater<>(), [](auto& each) {
          return each.key % 100;
        });
      }
      if (n <= 65'536) {
        expect_sorted(how, testing::words(n, 1'000));
        expect_sorted(how, testing::words(n, 1'000'000'000), {}, &std::string::size);
      }
    }
  });
}

TEST_P(sort_test, shapes_that_are_hard_or_easy) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{1'000}, std::size_t{40'000}}) {
      for (const std::vector<int>& all : testing::shapes(n)) {
        expect_sorted(how, all);
        expect_sorted(how, all, std::ranges::greater());
        expect_sorted(how, all, [](int a, int b) { return a < b; });
      }
    }
  });
}

template <class Number>
void expect_numbers_sorted(parallel_policy how) {
  for (const std::size_t n : {std::size_t{100}, std::size_t{20'000}}) {
    expect_sorted(how, testing::any_numbers<Number>(n));
    expect_sorted(how, testing::any_numbers<Number>(n), std::greater<Number>());
    expect_sorted(how, testing::any_numbers<Number>(n), [](Number a, Number b) { return b < a; });
  }
}

TEST_P(sort_test, numbers_of_all_types) {
  on_policies([](parallel_policy how) {
    expect_numbers_sorted<signed char>(how);
    expect_numbers_sorted<std::uint16_t>(how);
    expect_numbers_sorted<std::int32_t>(how);
    expect_numbers_sorted<std::uint32_t>(how);
    expect_numbers_sorted<std::int64_t>(how);
    expect_numbers_sorted<std::uint64_t>(how);
    expect_numbers_sorted<float>(how);
    expect_numbers_sorted<double>(how);
    expect_numbers_sorted<long double>(how);
  });
}

// Both zeros are equal: a stable sort keeps their order.
TEST_P(sort_test, zeros_are_equal) {
  on_policies([](parallel_policy how) {
    std::vector<double> all;
    for (const int each : testing::numbers(20'000, 4)) {
      all.push_back(each == 0 ? 0.0 : each == 1 ? -0.0 : each - 2.5);
    }
    const std::vector<double> expected = testing::stably_sorted(all);
    stable_sort(how, all);
    for (std::size_t i = 0; i != all.size(); ++i) {
      ASSERT_EQ(all[i], expected[i]);
      ASSERT_EQ(std::signbit(all[i]), std::signbit(expected[i])) << i;
    }
  });
}

// A comparison of a NaN is no order, so the result has none, but has the same elements.
TEST_P(sort_test, elements_are_kept_without_an_order) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{150}, testing::long_lengths().back()}) {
      std::vector<double> all = testing::any_numbers<double>(n);
      for (std::size_t i = 0; i < n; i += 3) {
        all[i] = std::numeric_limits<double>::quiet_NaN();
      }
      const auto numbers_in = [](std::vector<double> from) {
        std::erase_if(from, [](double each) { return std::isnan(each); });
        std::ranges::sort(from);
        return from;
      };
      std::vector<double> sorted = all;
      sort(how, sorted);
      EXPECT_EQ(numbers_in(sorted), numbers_in(all));
      std::vector<double> by_call = all;
      sort(how, by_call, [](double a, double b) { return a < b; });
      EXPECT_EQ(numbers_in(by_call), numbers_in(all));
    }
    for (const std::size_t n : {std::size_t{150}, testing::long_lengths().back()}) {
      std::vector<int> all = testing::numbers(n, 1'000);
      std::vector<int> expected = all;
      std::ranges::sort(expected);
      sort(how, all, [](int a, int b) { return (a * 7 + b * 11) % 3 == 0; });
      std::ranges::sort(all);
      EXPECT_EQ(all, expected);
      std::vector<std::string> words = testing::words(n, 1'000);
      std::vector<std::string> same = words;
      sort(how, words, [](const auto&, const auto&) { return true; });
      std::ranges::sort(words);
      std::ranges::sort(same);
      EXPECT_EQ(words, same);
    }
  });
}

TEST_P(sort_test, kinds_of_ranges) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{10}, std::size_t{300}, std::size_t{40'000}}) {
      const std::vector<numbered> all = testing::numbered_elements(n, 100);
      const std::vector<numbered> expected = testing::stably_sorted(all);
      std::deque<numbered> queue(all.begin(), all.end());
      EXPECT_EQ(stable_sort(how, queue), queue.end());
      EXPECT_TRUE(std::ranges::equal(queue, expected));
      std::vector<numbered> reversed = all;
      std::ranges::reverse(reversed);
      stable_sort(how, reversed.rbegin(), reversed.rend());
      std::ranges::reverse(reversed);
      EXPECT_EQ(reversed, expected);
      std::vector<numbered> plain = all;
      EXPECT_EQ(&*sort(how, std::span(plain).first(n / 2)), plain.data() + n / 2);
      EXPECT_TRUE(std::ranges::is_sorted(plain.begin(), plain.begin() + n / 2));
      EXPECT_TRUE(std::equal(plain.begin() + n / 2, plain.end(), all.begin() + n / 2));
    }
    static_assert(std::is_same_v<decltype(sort(how, std::vector<int>())), std::ranges::dangling>);
  });
}

TEST_P(sort_test, elements_that_only_move) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{5}, std::size_t{600}, std::size_t{20'000}}) {
      std::vector<std::unique_ptr<int>> all;
      for (const int each : testing::numbers(n, 1'000)) {
        all.push_back(std::make_unique<int>(each));
      }
      const auto by_value = [](const std::unique_ptr<int>& each) -> const int& {
        return *each;
      };
      sort(how, all, {}, by_value);
      EXPECT_TRUE(std::ranges::is_sorted(all, {}, by_value));
      sort(how, all, [](const auto& a, const auto& b) { return *b < *a; });
      EXPECT_TRUE(std::ranges::is_sorted(all, std::ranges::greater(), by_value));
    }
  });
}

// NOLINTBEGIN(modernize-use-equals-default): these would not throw

// A move that may throw, and no default constructor.
struct heavy {
  explicit heavy(int number) : value(number) {}

  heavy(const heavy& other) : value(other.value) {}

  heavy& operator=(const heavy& other) {
    value = other.value;
    return *this;
  }

  ~heavy() = default;

  friend bool operator==(const heavy&, const heavy&) = default;
  friend auto operator<=>(const heavy&, const heavy&) = default;

  int value;
};

// NOLINTEND(modernize-use-equals-default)

TEST_P(sort_test, elements_whose_moves_may_throw) {
  static_assert(!std::is_nothrow_move_constructible_v<heavy>);
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{5}, std::size_t{600}, std::size_t{20'000}}) {
      std::vector<heavy> all;
      for (const int each : testing::numbers(n, 1'000)) {
        all.emplace_back(each);
      }
      expect_sorted(how, all);
      expect_sorted(how, all, std::ranges::greater(), &heavy::value);
    }
  });
}

TEST(sorts_test, threads_that_run_no_task) {
  for (const std::size_t n : testing::long_lengths()) {
    expect_sorted(par, testing::numbers(n, 1'000'000));
    expect_sorted(par, testing::numbered_elements(n, 1'000));
    expect_sorted(par.grain(100), testing::words(n / 4, 1'000));
  }
}

}  // namespace
}  // namespace nuthatch
