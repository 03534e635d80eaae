// SPDX-License-Identifier: Apache-2.0

// Filters, compared with std::ranges.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class filter_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(filter_test, {1, 2, 8});

/// Lengths for which elements are moved in several segments and rounds.
std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(20'011);
  if (testing::rounds(100) == 100) {
    all.push_back(100'000);
  }
  return all;
}

template <class Element>
Element make(int value) {
  if constexpr (std::is_same_v<Element, std::string>) {
    return "a text that lies on the heap: " + std::to_string(value);
  } else if constexpr (std::is_same_v<Element, std::unique_ptr<int>>) {
    return std::make_unique<int>(value);
  } else {
    return value;
  }
}

int value_of(int each) {
  return each;
}

int value_of(const std::string& each) {
  return std::stoi(each.substr(each.find(':') + 1));
}

int value_of(const std::unique_ptr<int>& each) {
  return *each;
}

template <class Element>
std::vector<Element> elements(const std::vector<int>& values) {
  std::vector<Element> all;
  all.reserve(values.size());
  for (const int each : values) {
    all.push_back(make<Element>(each));
  }
  return all;
}

template <class Elements>
std::vector<int> values_of(const Elements& all) {
  std::vector<int> values;
  for (const auto& each : all) {
    values.push_back(value_of(each));
  }
  return values;
}

constexpr auto projection = [](const auto& each) {
  return value_of(each);
};

/// Tests whether a number is below a bound. Counts the tests, and waits now and then, so that other
/// workers steal in the middle.
struct is_below {
  int bound;
  std::atomic<std::size_t>* tests;

  bool operator()(int value) const {
    if (++*tests % 256 == 0) {
      std::this_thread::yield();
    }
    return value < bound;
  }
};

template <class Element>
void copy_some(parallel_policy how, std::size_t n, int bound) {
  const std::vector<int> values = testing::numbers(n, 1'000);
  const std::vector<Element> all = elements<Element>(values);
  std::vector<int> selected;
  std::ranges::copy_if(values, std::back_inserter(selected), [&](int v) { return v < bound; });
  std::vector<int> others;
  std::ranges::copy_if(values, std::back_inserter(others), [&](int v) { return v >= bound; });
  const auto check = [&](const auto& ends, const auto& out, const std::vector<int>& expected) {
    const std::size_t done = std::min(expected.size(), out.size());
    EXPECT_EQ(ends.out - out.begin(), static_cast<std::ptrdiff_t>(done));
    for (std::size_t i = 0; i != out.size(); ++i) {
      ASSERT_EQ(out[i], make<Element>(i < done ? expected[i] : -1)) << i;
    }
    // The first element that finds no place.
    std::size_t seen = 0;
    std::size_t end = 0;
    for (; end != n; ++end) {
      const bool is_selected = (values[end] < bound) == (&expected == &selected);
      if (is_selected && seen++ == out.size()) {
        break;
      }
    }
    EXPECT_EQ(ends.in - all.begin(), static_cast<std::ptrdiff_t>(end));
  };
  for (const std::size_t room : {n, selected.size(), selected.size() / 2, std::size_t{0}}) {
    std::atomic<std::size_t> tests = 0;
    std::vector<Element> out(room, make<Element>(-1));
    check(copy_if(how, all, out, is_below{bound, &tests}, projection), out, selected);
    if (room >= selected.size()) {
      EXPECT_EQ(tests, n);
    } else {
      EXPECT_LE(tests, n);
    }
    out.assign(room, make<Element>(-1));
    check(copy_if(how,
                  all.begin(),
                  all.end(),
                  out.begin(),
                  out.end(),
                  is_below{bound, &tests},
                  projection),
          out,
          selected);
    out.assign(room, make<Element>(-1));
    check(remove_copy_if(how, all, out, is_below{bound, &tests}, projection), out, others);
    out.assign(room, make<Element>(-1));
    check(remove_copy_if(how,
                         all.begin(),
                         all.end(),
                         out.begin(),
                         out.end(),
                         is_below{bound, &tests},
                         projection),
          out,
          others);
  }
}

TEST_P(filter_test, copy_if_and_remove_copy_if) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const int bound : {0, 3, 500, 1'000}) {
        copy_some<int>(how, n, bound);
      }
      copy_some<std::string>(how, n, 500);
    }
    copy_some<int>(how, 20'011, 500);
  });
}

TEST_P(filter_test, remove_copy_and_unique_copy) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 3);
      std::vector<int> expected;
      std::ranges::remove_copy(all, std::back_inserter(expected), 1);
      std::vector<int> out(n, -1);
      auto ends = remove_copy(how, all, out, 1);
      EXPECT_EQ(ends.in, all.end());
      EXPECT_TRUE(std::ranges::equal(out.begin(), ends.out, expected.begin(), expected.end()));
      out.assign(n, -1);
      ends = remove_copy(how, all.begin(), all.end(), out.begin(), out.end(), -1, std::negate<>());
      EXPECT_TRUE(std::ranges::equal(out.begin(), ends.out, expected.begin(), expected.end()));
      expected.clear();
      std::ranges::unique_copy(all, std::back_inserter(expected));
      auto unique_ends = unique_copy(how, all, out);
      EXPECT_EQ(unique_ends.in, all.end());
      EXPECT_TRUE(
          std::ranges::equal(out.begin(), unique_ends.out, expected.begin(), expected.end()));
      std::atomic<std::size_t> comparisons = 0;
      out.assign(n, -1);
      unique_ends = unique_copy(
          how,
          all.begin(),
          all.end(),
          out.begin(),
          out.end(),
          [&](int a, int b) {
            ++comparisons;
            return a == b;
          },
          std::negate<>());
      EXPECT_EQ(comparisons, n == 0 ? 0 : n - 1);
      EXPECT_TRUE(
          std::ranges::equal(out.begin(), unique_ends.out, expected.begin(), expected.end()));
      if (expected.size() > 1) {
        out.assign(expected.size() - 1, -1);
        unique_ends = unique_copy(how, all, out);
        EXPECT_EQ(unique_ends.out, out.end());
        EXPECT_NE(*unique_ends.in, out.back());
        EXPECT_EQ(*unique_ends.in, expected.back());
        EXPECT_EQ(std::ranges::adjacent_find(unique_ends.in, all.end(), std::not_equal_to<>()),
                  all.end());
      }
    }
  });
}

template <class Element>
void remove_some(parallel_policy how, std::size_t n, int bound) {
  const std::vector<int> values = testing::numbers(n, 1'000);
  std::vector<int> expected;
  std::ranges::remove_copy_if(
      values, std::back_inserter(expected), [&](int v) { return v < bound; });
  std::vector<Element> all = elements<Element>(values);
  std::atomic<std::size_t> tests = 0;
  auto left_over = remove_if(how, all, is_below{bound, &tests}, projection);
  EXPECT_EQ(tests, n);
  EXPECT_EQ(left_over.end(), all.end());
  EXPECT_EQ(values_of(std::ranges::subrange(all.begin(), left_over.begin())), expected);
  all = elements<Element>(values);
  left_over = remove_if(how, all.begin(), all.end(), is_below{bound, &tests}, projection);
  EXPECT_EQ(values_of(std::ranges::subrange(all.begin(), left_over.begin())), expected);
}

TEST_P(filter_test, remove_if) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      for (const int bound : {0, 1, 40, 500, 990, 1'000}) {
        remove_some<int>(how, n, bound);
        if (n <= 20'011) {
          remove_some<std::unique_ptr<int>>(how, n, bound);
        }
      }
      if (n <= 20'011) {
        remove_some<std::string>(how, n, 300);
      }
    }
  });
}

TEST_P(filter_test, remove) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> all = elements<std::string>(testing::numbers(n, 3));
      std::vector<std::string> expected = all;
      if (n == 0) {
        EXPECT_TRUE(remove(how, all, "none").empty());
        continue;
      }
      const std::string value = all[n / 2];
      expected.erase(std::ranges::remove(expected, value).begin(), expected.end());
      // The value may be an element.
      all.erase(remove(how, all, all[n / 2]).begin(), all.end());
      EXPECT_EQ(all, expected);
      const auto size = [](const std::string& each) {
        return each.size();
      };
      EXPECT_TRUE(remove(how, all.begin(), all.end(), 0U, size).empty());
      EXPECT_EQ(all, expected);
    }
  });
}

template <class Element>
void make_unique_elements(parallel_policy how, std::size_t n, std::uint32_t below) {
  std::vector<int> values = testing::numbers(n, below);
  std::vector<Element> all = elements<Element>(values);
  std::atomic<std::size_t> comparisons = 0;
  const auto equal = [&comparisons](int a, int b) {
    if (++comparisons % 256 == 0) {
      std::this_thread::yield();
    }
    return a == b;
  };
  const auto left_over = unique(how, all, equal, projection);
  EXPECT_EQ(comparisons, n == 0 ? 0 : n - 1);
  EXPECT_EQ(left_over.end(), all.end());
  values.erase(std::ranges::unique(values).begin(), values.end());
  EXPECT_EQ(values_of(std::ranges::subrange(all.begin(), left_over.begin())), values);
  EXPECT_TRUE(unique(how, all.begin(), left_over.begin(), {}, projection).empty());
}

TEST_P(filter_test, unique) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      for (const std::uint32_t below : {1U, 2U, 20U}) {
        make_unique_elements<int>(how, n, below);
        if (n <= 20'011) {
          make_unique_elements<std::unique_ptr<int>>(how, n, below);
          make_unique_elements<std::string>(how, n, below);
        }
      }
    }
  });
}

TEST_P(filter_test, exceptions_end_the_call) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{600}, std::size_t{20'000}}) {
      const std::vector<int> values = testing::numbers(n, 1'000);
      for (const std::size_t failing : {std::size_t{0}, n / 3, n - 1}) {
        std::vector<int> all = values;
        std::atomic<int> calls = 0;
        std::atomic<int> thrown = 0;
        const auto test = [&](const int& each) {
          if (static_cast<std::size_t>(calls++) >= failing) {
            ++thrown;
            throw std::runtime_error("expected");
          }
          return each % 2 == 0;
        };
        const auto expect = [&](auto call) {
          calls = 0;
          thrown = 0;
          try {
            call();
            ADD_FAILURE() << "nothing arrived";
          } catch (const task_errors& errors) {
            EXPECT_EQ(errors.all().size(), static_cast<std::size_t>(thrown));
          } catch (const std::runtime_error&) {
            EXPECT_EQ(thrown, 1);
          }
        };
        std::vector<int> out(n);
        expect([&] { copy_if(how, all, out, test); });
        expect([&] { static_cast<void>(remove_if(how, all, test)); });
      }
    }
  });
}

TEST(filter_on_foreign_threads_test, results_are_those_of_std) {
  for (const std::size_t n : {std::size_t{0},
                              std::size_t{100},
                              std::size_t{512},
                              std::size_t{5'000},
                              std::size_t{3'000'000}}) {
    const std::vector<int> values = testing::numbers(n, 1'000);
    const auto is_small = [](int each) {
      return each < 300;
    };
    std::vector<int> expected;
    std::ranges::copy_if(values, std::back_inserter(expected), is_small);
    std::vector<int> out(expected.size());
    const auto ends = copy_if(par, values, out, is_small);
    EXPECT_EQ(ends.in, values.end());
    EXPECT_EQ(ends.out, out.end());
    EXPECT_EQ(out, expected);
    std::vector<int> all = values;
    all.erase(remove_if(par, all, std::not_fn(is_small)).begin(), all.end());
    EXPECT_EQ(all, expected);
    all.erase(unique(par, all).begin(), all.end());
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    EXPECT_EQ(all, expected);
  }
}

}  // namespace
}  // namespace nuthatch
