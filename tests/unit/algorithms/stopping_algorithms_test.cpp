// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "algorithms_test.hpp"

namespace nuthatch {
namespace {

class stopping_algorithms_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(stopping_algorithms_test);

std::vector<std::string> many_words(std::size_t count) {
  std::vector<std::string> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    words[i] = "a word of more than sixteen bytes " + std::to_string(i * 7919 % count);
  }
  return words;
}

/// Runs f in a finish that is stopped, where it has to throw.
template <class Function>
void expect_stopped(Function f) {
  EXPECT_EQ(finish([&f] {
              stop_finish();
              EXPECT_THROW(f(), stopped);
            }),
            outcome::stopped);
}

TEST_P(stopping_algorithms_test, begin_nothing) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<int> numbers(20'000, 1);
      std::vector<int> results(numbers.size());
      const auto no_call = [](int) {
        ADD_FAILURE();
        return true;
      };
      expect_stopped([&] { for_each(par, numbers, no_call); });
      expect_stopped([&] { static_cast<void>(find_if(par, numbers, no_call)); });
      expect_stopped([&] { static_cast<void>(count_if(par, numbers, no_call)); });
      expect_stopped([&] { static_cast<void>(reduce(par, numbers)); });
      expect_stopped([&] { inclusive_scan(par, numbers, results); });
      expect_stopped([&] { copy_if(par, numbers, results, no_call); });
      EXPECT_EQ(std::ranges::count(results, 0), 20'000);
    });
  });
}

TEST_P(stopping_algorithms_test, lose_no_element) {
  on_runtime([](runtime& r) {
    r.run([] {
      const std::vector<std::string> sorted_words = [] {
        auto words = many_words(30'000);
        std::ranges::sort(words);
        return words;
      }();
      for (int after = 1; after < 200'000; after = after * 5 + 1) {
        auto words = many_words(30'000);
        std::atomic<int> calls = 0;
        const auto stops = [&] {
          if (++calls == after) {
            stop_finish();
          }
        };
        const auto less = [&](const std::string& a, const std::string& b) {
          stops();
          return a < b;
        };
        const auto is_odd = [&](const std::string& a) {
          stops();
          return a.back() % 2 != 0;
        };
        const auto check = [&](auto f) {
          calls = 0;
          static_cast<void>(finish([&f] {
            try {
              f();
            } catch (const stopped&) {
              EXPECT_TRUE(stop_requested());
              throw;
            }
          }));
          std::ranges::sort(words);
          EXPECT_EQ(words, sorted_words);
          std::ranges::rotate(words, words.begin() + 12'345);
        };
        check([&] { sort(par, words, less); });
        check([&] { stable_sort(par, words, less); });
        check([&] { nth_element(par, words, words.begin() + 10'000, less); });
        check([&] { stable_partition(par, words, is_odd); });
        check([&] { partition(par, words, is_odd); });
        std::ranges::sort(words.begin(), words.begin() + 10'000);
        std::ranges::sort(words.begin() + 10'000, words.end());
        check([&] { inplace_merge(par, words, words.begin() + 10'000, less); });
      }
    });
  });
}

TEST_P(stopping_algorithms_test, end_all_lifetimes) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto counted = std::make_shared<int>(0);
      const std::size_t n = 10'000;
      std::allocator<std::shared_ptr<int>> memory;
      std::shared_ptr<int>* const first = memory.allocate(n);
      static_cast<void>(finish([&] {
        uninitialized_fill(par, first, first + n, counted);
        EXPECT_EQ(counted.use_count(), n + 1);
        stop_finish();
        destroy(par, first, first + n);
      }));
      EXPECT_EQ(counted.use_count(), 1);
      expect_stopped([&] { uninitialized_fill(par, first, first + n, counted); });
      EXPECT_EQ(counted.use_count(), 1);
      memory.deallocate(first, n);
    });
  });
}

}  // namespace
}  // namespace nuthatch
