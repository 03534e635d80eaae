// SPDX-License-Identifier: Apache-2.0

// Partitions, compared with std::ranges.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "runtime/on_one_worker.hpp"

namespace nuthatch {
namespace {

class partition_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(partition_test, {1, 2, 8});

std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(20'011);
  return all;
}

/// Returns the values that meet a predicate, in their order, and behind them the others. That is
/// what std::ranges::stable_partition makes of them.
template <class Pred>
std::vector<int> partitioned(const std::vector<int>& values, Pred pred) {
  std::vector<int> all;
  std::vector<int> others;
  std::ranges::partition_copy(values, std::back_inserter(all), std::back_inserter(others), pred);
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// Whether a number is below a bound. Counts the tests, and waits now and then.
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

TEST_P(partition_test, partition) {
  static std::map<std::string, std::vector<int>> known;
  on_runtime([](runtime& r) {
    for (const std::size_t n : long_lengths()) {
      for (const int bound : {0, 1, 500, 999, 1'000}) {
        const std::vector<int> values = testing::numbers(n, 1'000);
        std::atomic<std::size_t> tests = 0;
        const auto compute = [&] {
          std::vector<int> all = values;
          tests = 0;
          const auto others = partition(par, all, is_below{bound, &tests});
          EXPECT_EQ(tests, n);
          EXPECT_EQ(others.end(), all.end());
          const auto middle = others.begin() - all.begin();
          EXPECT_EQ(middle, std::ranges::count_if(values, [&](int each) { return each < bound; }));
          EXPECT_TRUE(std::ranges::is_partitioned(all, [&](int each) { return each < bound; }));
          EXPECT_TRUE(partition(par, all.begin(), all.end(), is_below{bound, &tests}).begin() ==
                      others.begin());
          return all;
        };
        // The permutation does not depend on the workers.
        const std::vector<int>& expected =
            testing::on_one_worker(known, std::to_string(n) + " " + std::to_string(bound), compute);
        EXPECT_EQ(r.run(compute), expected);
        std::vector<int> sorted = expected;
        std::vector<int> sorted_values = values;
        std::ranges::sort(sorted);
        std::ranges::sort(sorted_values);
        EXPECT_EQ(sorted, sorted_values);
      }
    }
  });
}

TEST_P(partition_test, elements_that_only_move) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> values = testing::numbers(n, 1'000);
      std::vector<std::unique_ptr<int>> all;
      for (const int each : values) {
        all.push_back(std::make_unique<int>(each));
      }
      const auto is_odd = [](int each) {
        return each % 2 != 0;
      };
      const std::vector<int> expected = partitioned(values, is_odd);
      const auto odd = std::ranges::count_if(values, is_odd);
      const auto value_of = [](const std::unique_ptr<int>& each) {
        return *each;
      };
      const auto others = stable_partition(how, all, is_odd, value_of);
      EXPECT_EQ(others.begin() - all.begin(), odd);
      EXPECT_EQ(others.end(), all.end());
      EXPECT_TRUE(std::ranges::equal(all, expected, {}, value_of));
      const auto is_small = [](int each) {
        return each < 500;
      };
      static_cast<void>(partition(how, all.begin(), all.end(), is_small, value_of));
      EXPECT_TRUE(std::ranges::is_partitioned(all, is_small, value_of));
    }
  });
}

/// Moving it may throw, so it stays in its range.
struct may_throw {
  int value;

  // NOLINTNEXTLINE(google-explicit-constructor,performance-noexcept-move-constructor)
  explicit(false) may_throw(int n) : value(n) {}

  may_throw(const may_throw&) = default;
  may_throw& operator=(const may_throw&) = default;

  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  may_throw(may_throw&& other) noexcept(false) : value(std::exchange(other.value, -1)) {}

  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  may_throw& operator=(may_throw&& other) noexcept(false) {
    value = std::exchange(other.value, -1);
    return *this;
  }

  ~may_throw() = default;
};

TEST_P(partition_test, stable_partition) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      for (const int bound : {0, 1, 500, 999, 1'000}) {
        const std::vector<int> values = testing::numbers(n, 1'000);
        const auto is_small = [&](int each) {
          return each < bound;
        };
        const std::vector<int> expected = partitioned(values, is_small);
        std::atomic<std::size_t> tests = 0;
        std::vector<int> all = values;
        const auto others = stable_partition(how, all, is_below{bound, &tests});
        EXPECT_EQ(tests, n);
        EXPECT_EQ(others.begin() - all.begin(), std::ranges::count_if(values, is_small));
        EXPECT_EQ(all, expected);
        std::vector<may_throw> stay(values.begin(), values.end());
        stable_partition(how, stay.begin(), stay.end(), is_below{bound, &tests}, &may_throw::value);
        EXPECT_TRUE(std::ranges::equal(stay, expected, {}, &may_throw::value));
      }
    }
  });
}

TEST_P(partition_test, partition_copy) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      for (const int bound : {0, 1, 500, 1'000}) {
        const std::vector<int> values = testing::numbers(n, 1'000);
        std::vector<int> small;
        std::vector<int> large;
        std::ranges::partition_copy(
            values, std::back_inserter(small), std::back_inserter(large), [&](int each) {
              return each < bound;
            });
        const auto rooms = {std::pair(small.size(), large.size()),
                            std::pair(small.size() / 2, large.size()),
                            std::pair(small.size(), large.size() / 2),
                            std::pair(small.size() / 3, large.size() / 2),
                            std::pair(std::size_t{0}, n)};
        for (const auto& [room_small, room_large] : rooms) {
          std::atomic<std::size_t> tests = 0;
          std::vector<int> out_small(room_small, -1);
          std::vector<int> out_large(room_large, -1);
          const auto ends =
              partition_copy(how, values, out_small, out_large, is_below{bound, &tests});
          EXPECT_LE(tests, n);
          std::size_t done = 0;
          std::size_t done_small = 0;
          while (done != n && (values[done] < bound ? done_small < room_small
                                                    : done - done_small < room_large)) {
            done_small += values[done++] < bound ? 1 : 0;
          }
          EXPECT_EQ(ends.in - values.begin(), static_cast<std::ptrdiff_t>(done));
          EXPECT_EQ(ends.out1 - out_small.begin(), static_cast<std::ptrdiff_t>(done_small));
          EXPECT_EQ(ends.out2 - out_large.begin(), static_cast<std::ptrdiff_t>(done - done_small));
          EXPECT_TRUE(std::equal(out_small.begin(), ends.out1, small.begin()));
          EXPECT_TRUE(std::equal(out_large.begin(), ends.out2, large.begin()));
          EXPECT_EQ(std::count(ends.out1, out_small.end(), -1), out_small.end() - ends.out1);
          EXPECT_EQ(std::count(ends.out2, out_large.end(), -1), out_large.end() - ends.out2);
          const auto again = partition_copy(how,
                                            values.begin(),
                                            values.end(),
                                            out_small.begin(),
                                            out_small.end(),
                                            out_large.begin(),
                                            out_large.end(),
                                            is_below{-bound, &tests},
                                            std::negate<>());
          EXPECT_LE(again.in, values.end());
        }
      }
    }
  });
}

TEST_P(partition_test, exceptions_leave_the_elements) {
  on_policies([](parallel_policy how) {
    const std::vector<int> values = testing::numbers(5'000, 1'000);
    std::vector<std::string> all;
    for (const int each : values) {
      all.push_back(std::to_string(each));
    }
    std::vector<std::string> before = all;
    const auto fail = [](const std::string& each) -> bool {
      if (each == "500") {
        throw std::runtime_error("expected");
      }
      return each < "3";
    };
    all[4'000] = before[4'000] = "500";
    EXPECT_ANY_THROW(static_cast<void>(partition(how, all, fail)));
    EXPECT_EQ(all, before);
    EXPECT_ANY_THROW(static_cast<void>(stable_partition(how, all, fail)));
    EXPECT_EQ(all, before);
  });
}

TEST(partition_on_foreign_threads_test, results_are_those_of_std) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{100}, std::size_t{5'000}, std::size_t{1'000'000}}) {
    const std::vector<int> values = testing::numbers(n, 1'000);
    const auto is_small = [](int each) {
      return each < 300;
    };
    const std::vector<int> expected = partitioned(values, is_small);
    std::vector<int> all = values;
    stable_partition(par, all, is_small);
    EXPECT_EQ(all, expected);
    all = values;
    partition(par, all, is_small);
    EXPECT_TRUE(std::ranges::is_partitioned(all, is_small));
    std::vector<int> small(n);
    std::vector<int> large(n);
    const auto ends = partition_copy(par, values, small, large, is_small);
    small.erase(ends.out1, small.end());
    small.insert(small.end(), large.begin(), ends.out2);
    EXPECT_EQ(small, expected);
  }
}

}  // namespace
}  // namespace nuthatch
