// SPDX-License-Identifier: Apache-2.0

// Sorts of ranges that consist of runs, with comparisons that change elements, follow no order, or
// fail at any point: the cases of the tests of Rayon's sorts that no other file here has.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "algorithms/sorted_elements.hpp"
#include "base/random.hpp"

namespace nuthatch {
namespace {

using testing::numbered;

class broken_runs_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(broken_runs_test, {1, 2, 8});

/// Reverses some parts of a range, and swaps some elements.
template <class Element>
void break_up(std::vector<Element>& all, std::uint64_t seed) {
  base::random_source random(seed);
  const auto any_place = [&] {
    return static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(all.size())));
  };
  for (int times = 0; times < 5; ++times) {
    const std::ptrdiff_t a = any_place();
    const std::ptrdiff_t b = any_place();
    if (a < b) {
      std::reverse(all.begin() + a, all.begin() + b);
    } else {
      std::iter_swap(all.begin() + a, all.begin() + b);
    }
  }
}

TEST_P(broken_runs_test, runs_that_are_broken_up) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{100}, std::size_t{1'000}, std::size_t{100'000}}) {
      for (const std::uint32_t values : {5U, 1'000U, 50'000U}) {
        std::vector<numbered> all = testing::stably_sorted(
            testing::numbered_elements(n, values), std::ranges::greater(), &numbered::key);
        break_up(all, n + values);
        const std::vector<numbered> expected = testing::stably_sorted(all);
        std::vector<numbered> stable = all;
        stable_sort(how, stable);
        ASSERT_TRUE(stable == expected);
        sort(how, all);
        ASSERT_TRUE(std::ranges::is_sorted(all));
        ASSERT_TRUE(testing::have_same_elements(all, expected)) << "elements are lost";
      }
    }
  });
}

TEST_P(broken_runs_test, a_comparison_that_follows_no_order_loses_no_element) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{100}, std::size_t{3'000}, std::size_t{40'000}}) {
      std::vector<int> expected(n);
      std::iota(expected.begin(), expected.end(), 0);
      std::vector<int> all = expected;
      std::atomic<std::uint64_t> calls = 0;
      const auto any_answer = [&calls](int /*a*/, int /*b*/) {
        return base::random_source(++calls).below(3) == 0;
      };
      sort(how, all, any_answer);
      stable_sort(how, all, any_answer);
      sort(how, all);
      ASSERT_EQ(all, expected);
    }
  });
}

struct without_a_value {
  friend bool operator<(without_a_value /*a*/, without_a_value /*b*/) { return false; }
};

TEST_P(broken_runs_test, elements_without_a_value) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{0}, std::size_t{10}, std::size_t{5'000}}) {
      std::vector<without_a_value> all(n);
      EXPECT_EQ(sort(how, all, std::less<without_a_value>()), all.end());
      EXPECT_EQ(stable_sort(how, all, std::less<without_a_value>()), all.end());
    }
  });
}

/// Notes how often it has been compared. Moves take the note along.
class noted_element {
 public:
  noted_element(int key, std::size_t number) : key_(key), number_(number) {}

  noted_element(noted_element&& other) noexcept
      : key_(other.key_),
        number_(other.number_),
        compared_(other.compared_.exchange(0)) {}

  noted_element& operator=(noted_element&& other) noexcept {
    key_ = other.key_;
    number_ = other.number_;
    compared_ = other.compared_.exchange(0);
    return *this;
  }

  ~noted_element() = default;

  [[nodiscard]] std::size_t number() const { return number_; }

  [[nodiscard]] std::uint64_t compared() const { return compared_; }

  [[nodiscard]] static bool is_less(const noted_element& a, const noted_element& b) {
    ++a.compared_;
    ++b.compared_;
    return a.key_ < b.key_;
  }

 private:
  int key_;
  std::size_t number_;
  mutable std::atomic<std::uint64_t> compared_ = 0;
};

/// Sorts n elements, with a comparison that fails at its call number `at`. Returns the number of
/// comparisons.
template <class Sort>
std::uint64_t expect_nothing_lost(std::size_t n,
                                  std::uint32_t values,
                                  std::uint64_t at,
                                  Sort sort_all) {
  std::vector<int> keys = testing::numbers(n, values);
  if (values > n) {
    std::ranges::sort(keys);
    break_up(keys, n);
  }
  std::vector<noted_element> all;
  all.reserve(n);
  for (const int key : keys) {
    all.emplace_back(key, all.size());
  }
  std::atomic<std::uint64_t> calls = 0;
  std::atomic<std::uint64_t> ended = 0;
  try {
    sort_all(all, [&](const noted_element& a, const noted_element& b) {
      if (++calls >= at) {
        throw std::runtime_error("expected");
      }
      ++ended;
      return noted_element::is_less(a, b);
    });
    EXPECT_LT(calls, at) << "an exception is lost";
  } catch (const std::exception&) {
    EXPECT_GE(calls, at);
  }
  std::uint64_t compared = 0;
  std::vector<bool> seen(n);
  for (const noted_element& one : all) {
    EXPECT_FALSE(seen.at(one.number())) << "an element is there twice";
    seen[one.number()] = true;
    compared += one.compared();
  }
  EXPECT_EQ(compared, 2 * ended) << "what comparisons changed is lost";
  return ended;
}

template <class Sort>
void fail_at_several_points(std::size_t n, std::uint32_t values, Sort sort_all) {
  const std::uint64_t all = expect_nothing_lost(n, values, UINT64_MAX, sort_all);
  const std::uint64_t points = n <= 20 ? all : std::min<std::uint64_t>(all, testing::rounds(10));
  for (std::uint64_t i = 0; i < points; ++i) {
    expect_nothing_lost(n, values, 1 + all * i / points, sort_all);
  }
}

TEST_P(broken_runs_test, a_failure_at_any_point_loses_nothing) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n :
         {std::size_t{2}, std::size_t{20}, std::size_t{500}, std::size_t{20'000}}) {
      for (const std::uint32_t values : {5U, 1'000U, 20'001U}) {
        fail_at_several_points(n, values, [how](auto& all, auto less) { sort(how, all, less); });
        fail_at_several_points(
            n, values, [how](auto& all, auto less) { stable_sort(how, all, less); });
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch
