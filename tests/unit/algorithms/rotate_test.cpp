// SPDX-License-Identifier: Apache-2.0

// Rotating, shifting and copying in reverse, compared with std::ranges.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <ranges>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class rotate_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(rotate_test, {1, 2, 8});

std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(50'000);
  return all;
}

/// Numbers of elements around those at which elements are moved otherwise.
std::vector<std::size_t> distances(std::size_t n) {
  std::vector<std::size_t> all;
  for (const std::size_t one : {std::size_t{0},
                                std::size_t{1},
                                std::size_t{100},
                                std::size_t{5'000},
                                std::size_t{8'192},
                                n / 2,
                                n - n / 10,
                                n}) {
    if (one <= n) {
      all.push_back(one);
    }
  }
  return all;
}

TEST_P(rotate_test, reverse_copy) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      for (const std::size_t room : {n, n / 2, n + 5}) {
        std::vector<int> out(room, -1);
        std::vector<int> expected(room, -1);
        const std::size_t done = std::min(n, room);
        const auto from = all.end() - static_cast<std::ptrdiff_t>(done);
        std::reverse_copy(from, all.end(), expected.begin());
        const auto ends = reverse_copy(how, all, out);
        EXPECT_EQ(out, expected);
        EXPECT_EQ(ends.in1, all.end());
        EXPECT_EQ(ends.in2, from);
        EXPECT_EQ(ends.out, out.begin() + static_cast<std::ptrdiff_t>(done));
        out.assign(room, -1);
        reverse_copy(how, all.begin(), all.end(), out.begin(), out.end());
        EXPECT_EQ(out, expected);
      }
    }
  });
}

TEST_P(rotate_test, rotate_and_rotate_copy) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      for (const std::size_t by : distances(n)) {
        const auto offset = static_cast<std::ptrdiff_t>(by);
        std::vector<int> expected = all;
        std::ranges::rotate(expected, expected.begin() + offset);
        std::vector<int> out = all;
        auto moved = rotate(how, out, out.begin() + offset);
        EXPECT_EQ(out, expected);
        EXPECT_EQ(moved.begin(), out.end() - offset);
        EXPECT_EQ(moved.end(), out.end());
        moved = rotate(how, out.begin(), out.end() - offset, out.end());
        EXPECT_EQ(out, all);
        for (const std::size_t room : {n, n / 3, n + 5}) {
          const std::size_t done = std::min(n, room);
          out.assign(room, -1);
          const auto ends = rotate_copy(how, all, all.begin() + offset, out);
          EXPECT_TRUE(std::equal(
              out.begin(), out.begin() + static_cast<std::ptrdiff_t>(done), expected.begin()));
          EXPECT_EQ(ends.out, out.begin() + static_cast<std::ptrdiff_t>(done));
          const std::size_t behind = std::min(done, n - by);
          EXPECT_EQ(ends.in1, all.begin() + static_cast<std::ptrdiff_t>(by + behind));
          EXPECT_EQ(ends.in2, all.begin() + static_cast<std::ptrdiff_t>(done - behind));
          out.assign(room, -1);
          rotate_copy(how, all.begin(), all.begin() + offset, all.end(), out.begin(), out.end());
          EXPECT_TRUE(std::equal(
              out.begin(), out.begin() + static_cast<std::ptrdiff_t>(done), expected.begin()));
        }
      }
    }
  });
}

TEST_P(rotate_test, shifts) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> values = testing::numbers(n, 1'000);
      for (const std::size_t by : distances(n)) {
        const auto offset = static_cast<std::ptrdiff_t>(by);
        std::vector<std::unique_ptr<int>> owners;
        for (const int each : values) {
          owners.push_back(std::make_unique<int>(each));
        }
        std::vector<int> all = values;
        auto rest = shift_left(how, all, offset);
        EXPECT_EQ(rest.begin(), all.begin());
        EXPECT_EQ(rest.size(), n - by);
        EXPECT_TRUE(
            std::ranges::equal(rest.begin(), rest.end(), values.begin() + offset, values.end()));
        auto owned = shift_left(how, owners.begin(), owners.end(), offset);
        EXPECT_TRUE(std::equal(owned.begin(),
                               owned.end(),
                               values.begin() + offset,
                               values.end(),
                               [](const auto& a, int b) { return *a == b; }));
        all = values;
        rest = shift_right(how, all, offset);
        EXPECT_EQ(rest.end(), all.end());
        EXPECT_EQ(rest.size(), n - by);
        EXPECT_TRUE(
            std::ranges::equal(rest.begin(), rest.end(), values.begin(), values.end() - offset));
        owners.clear();
        for (const int each : values) {
          owners.push_back(std::make_unique<int>(each));
        }
        owned = shift_right(how, owners.begin(), owners.end(), offset);
        EXPECT_TRUE(std::equal(owned.begin(),
                               owned.end(),
                               values.begin(),
                               values.end() - offset,
                               [](const auto& a, int b) { return *a == b; }));
      }
      std::vector<int> all = values;
      EXPECT_TRUE(shift_left(how, all, static_cast<std::ptrdiff_t>(n) + 1).empty());
      EXPECT_EQ(shift_right(how, all, static_cast<std::ptrdiff_t>(n) + 1).begin(), all.end());
      EXPECT_EQ(all, values);
    }
  });
}

}  // namespace
}  // namespace nuthatch
