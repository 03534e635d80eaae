// SPDX-License-Identifier: Apache-2.0

// Algorithms on threads that run no task: the thread runs the beginning itself, and the default
// runtime what is left.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(511);
  all.push_back(512);
  all.push_back(3'000'000);
  return all;
}

TEST(foreign_threads_test, results_are_those_of_std) {
  for (const std::size_t n : long_lengths()) {
    std::vector<int> all = testing::numbers(n, 1'000);
    std::vector<int> out(n);
    transform(par, all, out, std::negate<>());
    std::vector<int> expected(n);
    std::ranges::transform(all, expected.begin(), std::negate<>());
    EXPECT_EQ(out, expected);
    for (const int wanted : {7, 1'001}) {
      EXPECT_EQ(find(par, all, wanted), std::ranges::find(all, wanted));
      EXPECT_EQ(count(par, all, wanted), std::ranges::count(all, wanted));
    }
    EXPECT_EQ(max_element(par, all), std::ranges::max_element(all));
    EXPECT_EQ(is_sorted(par, all), std::ranges::is_sorted(all));
  }
}

TEST(foreign_threads_test, a_short_call_stays_on_its_thread) {
  std::vector<int> all(512);
  std::atomic<int> by_workers = 0;
  const auto note = [&by_workers](int& each) {
    ++each;
    by_workers += worker_index().has_value() ? 1 : 0;
  };
  for_each(par, all, note);
  EXPECT_EQ(all, std::vector<int>(512, 1));
  // The time is up before the last of many elements.
  all.assign(3'000'000, 1);
  for_each(par, all, note);
  EXPECT_EQ(all, std::vector<int>(3'000'000, 2));
  EXPECT_GT(by_workers, 0);
  // With a stated grain, or with few elements, all are for workers.
  by_workers = 0;
  all.assign(1'000, 2);
  for_each(par.grain(10), all, note);
  EXPECT_EQ(by_workers, 1'000);
  all.assign(100, 2);
  for_each(par, all, note);
  EXPECT_EQ(by_workers, 1'100);
}

TEST(foreign_threads_test, exceptions_arrive) {
  std::vector<int> all(3'000'000);
  for (const std::size_t failing : {std::size_t{0}, std::size_t{2'999'999}}) {
    std::size_t calls = 0;
    EXPECT_THROW(for_each(par,
                          all,
                          [&](int& each) {
                            if (&each == &all[failing]) {
                              ++calls;
                              throw std::runtime_error("expected");
                            }
                          }),
                 std::runtime_error);
    EXPECT_EQ(calls, 1U);
  }
}

}  // namespace
}  // namespace nuthatch
