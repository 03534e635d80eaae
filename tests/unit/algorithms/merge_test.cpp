// SPDX-License-Identifier: Apache-2.0

// Merging, compared with std::ranges.

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
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class merge_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(merge_test, {1, 2, 8});

std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(20'011);
  return all;
}

/// A number with the place where it came from, which comparisons do not see.
struct marked {
  int value;
  int mark;

  bool operator==(const marked&) const = default;
};

/// Returns sorted numbers, marked from `mark` on.
std::vector<marked> sorted(std::size_t n, std::uint32_t below, int mark, std::uint64_t seed) {
  std::vector<int> values = testing::numbers(n, below, seed);
  std::ranges::sort(values);
  std::vector<marked> all;
  for (const int each : values) {
    all.push_back({each, mark++});
  }
  return all;
}

TEST_P(merge_test, merge) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n1 : long_lengths()) {
      for (const std::size_t n2 : {std::size_t{0}, n1 / 7, n1, n1 + 500}) {
        for (const std::uint32_t below : {1U, 10U, 100'000U}) {
          const std::vector<marked> a = sorted(n1, below, 0, 1);
          const std::vector<marked> b = sorted(n2, below, 1'000'000, 2);
          std::vector<marked> expected;
          std::ranges::merge(
              a, b, std::back_inserter(expected), {}, &marked::value, &marked::value);
          for (const std::size_t room : {n1 + n2, (n1 + n2) / 2, n1 + n2 + 3}) {
            const std::size_t done = std::min(n1 + n2, room);
            std::vector<marked> out(room, {-1, -1});
            const auto ends = merge(how, a, b, out, {}, &marked::value, &marked::value);
            EXPECT_EQ(ends.out - out.begin(), static_cast<std::ptrdiff_t>(done));
            EXPECT_TRUE(std::equal(out.begin(), ends.out, expected.begin()));
            EXPECT_EQ(ends.in1 - a.begin(),
                      std::count_if(out.begin(), ends.out, [](const marked& each) {
                        return each.mark < 1'000'000;
                      }));
            EXPECT_EQ((ends.in1 - a.begin()) + (ends.in2 - b.begin()),
                      static_cast<std::ptrdiff_t>(done));
          }
          std::vector<marked> out(n1 + n2);
          const auto greater = [](int x, int y) {
            return x > y;
          };
          merge(how,
                a.rbegin(),
                a.rend(),
                b.rbegin(),
                b.rend(),
                out.begin(),
                out.end(),
                greater,
                &marked::value,
                &marked::value);
          expected.clear();
          std::ranges::merge(a.rbegin(),
                             a.rend(),
                             b.rbegin(),
                             b.rend(),
                             std::back_inserter(expected),
                             greater,
                             &marked::value,
                             &marked::value);
          EXPECT_EQ(out, expected);
        }
      }
    }
  });
}

TEST_P(merge_test, strings) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> a;
      std::vector<std::string> b;
      for (const int each : testing::numbers(n, 500)) {
        (each % 3 == 0 ? a : b).push_back("a text that lies on the heap " + std::to_string(each));
      }
      std::ranges::sort(a);
      std::ranges::sort(b);
      std::vector<std::string> expected;
      std::ranges::merge(a, b, std::back_inserter(expected));
      std::vector<std::string> out(n);
      merge(how, a, b, out);
      EXPECT_EQ(out, expected);
    }
  });
}

/// Moving it may throw, so it stays in its range.
struct may_throw {
  marked what;

  // NOLINTNEXTLINE(google-explicit-constructor): elements have to convert
  explicit(false) may_throw(marked of) : what(of) {}

  may_throw(const may_throw&) = default;
  may_throw& operator=(const may_throw&) = default;

  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  may_throw(may_throw&& other) noexcept(false) : what(std::exchange(other.what, {-1, -1})) {}

  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  may_throw& operator=(may_throw&& other) noexcept(false) {
    what = std::exchange(other.what, {-1, -1});
    return *this;
  }

  ~may_throw() = default;

  [[nodiscard]] int value() const { return what.value; }
};

TEST_P(merge_test, inplace_merge) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n1 : long_lengths()) {
      for (const std::size_t n2 : {std::size_t{0}, std::size_t{1}, n1 / 7, n1}) {
        for (const std::uint32_t below : {1U, 10U, 100'000U}) {
          const std::vector<marked> a = sorted(n1, below, 0, 1);
          const std::vector<marked> b = sorted(n2, below, 1'000'000, 2);
          std::vector<marked> expected;
          std::ranges::merge(
              a, b, std::back_inserter(expected), {}, &marked::value, &marked::value);
          std::vector<marked> all = a;
          all.insert(all.end(), b.begin(), b.end());
          const auto middle = static_cast<std::ptrdiff_t>(n1);
          std::vector<may_throw> stay(all.begin(), all.end());
          EXPECT_EQ(inplace_merge(how, all, all.begin() + middle, {}, &marked::value), all.end());
          EXPECT_EQ(all, expected);
          EXPECT_EQ(
              inplace_merge(
                  how, stay.begin(), stay.begin() + middle, stay.end(), {}, &may_throw::value),
              stay.end());
          EXPECT_TRUE(std::ranges::equal(stay, expected, {}, &may_throw::what));
        }
      }
    }
  });
}

// A comparison that throws anywhere leaves all elements in the range, which can only be moved.
TEST_P(merge_test, exceptions_lose_no_element) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{10}, std::size_t{600}, std::size_t{20'000}}) {
      for (const std::size_t failing : {std::size_t{0}, std::size_t{40}, n / 2, n + n / 5}) {
        std::vector<std::unique_ptr<int>> all;
        for (std::size_t i = 0; i != n; ++i) {
          all.push_back(
              std::make_unique<int>(static_cast<int>(i < n / 2 ? 2 * i : 2 * (i - n / 2) + 1)));
        }
        std::atomic<std::size_t> calls = 0;
        std::atomic<bool> thrown = false;
        const auto less = [&](const std::unique_ptr<int>& a, const std::unique_ptr<int>& b) {
          if (calls++ == failing) {
            thrown = true;
            throw std::runtime_error("expected");
          }
          return *a < *b;
        };
        try {
          inplace_merge(how, all, all.begin() + static_cast<std::ptrdiff_t>(n / 2), less);
          EXPECT_FALSE(thrown);
        } catch (const std::runtime_error&) {
          EXPECT_TRUE(thrown);
        }
        std::vector<bool> seen(n);
        for (const std::unique_ptr<int>& each : all) {
          ASSERT_NE(each, nullptr);
          EXPECT_FALSE(seen[static_cast<std::size_t>(*each)]);
          seen[static_cast<std::size_t>(*each)] = true;
        }
      }
    }
  });
}

TEST(merge_on_foreign_threads_test, results_are_those_of_std) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{100}, std::size_t{5'000}, std::size_t{1'000'000}}) {
    const std::vector<marked> a = sorted(n, 1'000'000, 0, 1);
    const std::vector<marked> b = sorted(n / 2, 1'000'000, 10'000'000, 2);
    std::vector<marked> expected;
    std::ranges::merge(a, b, std::back_inserter(expected), {}, &marked::value, &marked::value);
    std::vector<marked> out(expected.size());
    merge(par, a, b, out, {}, &marked::value, &marked::value);
    EXPECT_EQ(out, expected);
    out = a;
    out.insert(out.end(), b.begin(), b.end());
    inplace_merge(par, out, out.begin() + static_cast<std::ptrdiff_t>(n), {}, &marked::value);
    EXPECT_EQ(out, expected);
  }
}

}  // namespace
}  // namespace nuthatch
