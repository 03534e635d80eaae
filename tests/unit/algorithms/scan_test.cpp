// SPDX-License-Identifier: Apache-2.0

// Scans. What has exact results is compared with std; sums of doubles have the same bits
// everywhere.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <span>
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

class scan_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(scan_test, {1, 2, 8});

/// Lengths for which blocks also have several chunks, each of several lanes.
std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(20'011);
  if (testing::rounds(100) == 100) {
    all.push_back(300'000);
  }
  return all;
}

TEST_P(scan_test, integers) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      std::vector<long> out(n, -1);
      std::vector<long> expected(n, -1);
      std::inclusive_scan(all.begin(), all.end(), expected.begin(), std::plus<>(), 5L);
      const auto ends = inclusive_scan(how, all, out, std::plus<>(), 5L);
      EXPECT_EQ(ends.in, all.end());
      EXPECT_EQ(ends.out, out.end());
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      inclusive_scan(how, all.begin(), all.end(), out.begin(), out.end(), std::plus<>(), 5L);
      EXPECT_EQ(out, expected);
      std::inclusive_scan(all.begin(), all.end(), expected.begin());
      inclusive_scan(how, all, out);
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      inclusive_scan(how, all.begin(), all.end(), out.begin(), out.end());
      EXPECT_EQ(out, expected);
      std::exclusive_scan(all.begin(), all.end(), expected.begin(), 7L);
      exclusive_scan(how, all, out, 7L);
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      exclusive_scan(how, all.begin(), all.end(), out.begin(), out.end(), 7L);
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(scan_test, transformed_integers) {
  on_policies([](parallel_policy how) {
    const auto square = [](int each) {
      return long{each} * each;
    };
    // A maximum, which compilers and the library know nothing about.
    const auto most = [](long a, long b) {
      return std::max(a, b);
    };
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 100'000);
      std::vector<long> out(n, -1);
      std::vector<long> expected(n, -1);
      std::transform_inclusive_scan(all.begin(), all.end(), expected.begin(), most, square);
      transform_inclusive_scan(how, all, out, most, square);
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      transform_inclusive_scan(how, all.begin(), all.end(), out.begin(), out.end(), most, square);
      EXPECT_EQ(out, expected);
      std::transform_inclusive_scan(
          all.begin(), all.end(), expected.begin(), most, square, 1'000'000L);
      transform_inclusive_scan(how, all, out, most, square, 1'000'000L);
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      transform_inclusive_scan(
          how, all.begin(), all.end(), out.begin(), out.end(), most, square, 1'000'000L);
      EXPECT_EQ(out, expected);
      std::transform_exclusive_scan(
          all.begin(), all.end(), expected.begin(), -5L, std::plus<>(), square);
      transform_exclusive_scan(how, all, out, -5L, std::plus<>(), square);
      EXPECT_EQ(out, expected);
      out.assign(n, -1);
      transform_exclusive_scan(
          how, all.begin(), all.end(), out.begin(), out.end(), -5L, std::plus<>(), square);
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(scan_test, the_output_may_be_the_input_or_shorter) {
  on_policies([](parallel_policy how) {
    const auto most = [](int a, int b) {
      return std::max(a, b);
    };
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000'000);
      std::vector<int> expected(n);
      std::vector<int> in_place = all;
      std::inclusive_scan(all.begin(), all.end(), expected.begin(), most);
      inclusive_scan(how, in_place, in_place, most);
      EXPECT_EQ(in_place, expected);
      std::exclusive_scan(all.begin(), all.end(), expected.begin(), 3, most);
      in_place = all;
      exclusive_scan(how, in_place, in_place, 3, most);
      EXPECT_EQ(in_place, expected);
      for (const std::size_t room : {n / 2, n + 5}) {
        std::vector<int> out(room, -1);
        const std::size_t done = std::min(n, room);
        const auto ends = exclusive_scan(how, all, out, 3, most);
        EXPECT_EQ(ends.in, all.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_EQ(ends.out, out.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_TRUE(
            std::ranges::equal(out | std::views::take(done), expected | std::views::take(done)));
        EXPECT_TRUE(
            std::ranges::all_of(out | std::views::drop(done), [](int each) { return each == -1; }));
      }
    }
  });
}

/// In 64 bits, with the upper half as factor and the lower half as addend. Does not commute.
std::uint64_t then(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t factor = (a >> 32U) * (b >> 32U);
  const std::uint64_t addend = (a & 0xffffffffU) * (b >> 32U) + (b & 0xffffffffU);
  return factor << 32U | (addend & 0xffffffffU);
}

/// Waits now and then, so that other workers steal in the middle.
std::uint64_t then_hesitantly(std::uint64_t a, std::uint64_t b) {
  if (b % 512 == 0) {
    std::this_thread::yield();
  }
  return then(a, b);
}

TEST_P(scan_test, operands_keep_their_order) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      std::vector<std::uint64_t> all;
      base::random_source random(n);
      for (std::size_t i = 0; i < n; ++i) {
        all.push_back(random.next() | (std::uint64_t{1} << 32U));
      }
      std::vector<std::uint64_t> out(n);
      std::vector<std::uint64_t> expected(n);
      std::inclusive_scan(all.begin(), all.end(), expected.begin(), then);
      inclusive_scan(how, all, out, then_hesitantly);
      EXPECT_EQ(out, expected);
      std::inclusive_scan(all.begin(), all.end(), expected.begin(), then, 77U);
      inclusive_scan(how, all, out, then_hesitantly, std::uint64_t{77});
      EXPECT_EQ(out, expected);
      std::exclusive_scan(all.begin(), all.end(), expected.begin(), 77U, then);
      exclusive_scan(how, all, out, std::uint64_t{77}, then_hesitantly);
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(scan_test, strings) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> words;
      for (const int each : testing::numbers(std::min<std::size_t>(n, 500), 100)) {
        words.push_back(std::to_string(each) + " ");
      }
      std::vector<std::string> out(words.size());
      std::vector<std::string> expected(words.size());
      std::inclusive_scan(words.begin(), words.end(), expected.begin());
      inclusive_scan(how, words, out);
      EXPECT_EQ(out, expected);
      std::exclusive_scan(words.begin(), words.end(), expected.begin(), std::string("begin "));
      exclusive_scan(how, words, words, std::string("begin "));
      EXPECT_EQ(words, expected);
    }
  });
}

std::vector<double> unequal_doubles(std::size_t n) {
  std::vector<double> all(n);
  base::random_source random(n);
  for (double& one : all) {
    one = std::ldexp(static_cast<double>(random.next() >> 11U) * 0x1p-53 - 0.5,
                     static_cast<int>(random.below(81)) - 40);
  }
  return all;
}

TEST_P(scan_test, doubles_have_the_same_bits) {
  static std::map<std::string, std::vector<double>> known;
  on_runtime([](runtime& r) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<double> all = unequal_doubles(n);
      const auto compute = [&all] {
        // The operation waits now and then, and the transform invites contraction.
        const auto plus = [](double a, double b) {
          if (std::bit_cast<std::uint64_t>(b) % 256 == 0) {
            std::this_thread::yield();
          }
          return a + b;
        };
        std::vector<double> results(3 * all.size());
        const std::span<double> out(results);
        inclusive_scan(par, all, out.first(all.size()), plus);
        exclusive_scan(par, all, out.subspan(all.size(), all.size()), 0.5);
        transform_inclusive_scan(
            par, all, out.last(all.size()), plus, [](double x) { return 1.1 * x; }, 0.25);
        return results;
      };
      const std::vector<double>& expected =
          testing::on_one_worker(known, std::to_string(n), compute);
      for (int round = 0; round < 3; ++round) {
        const std::vector<double> results = r.run(compute);
        EXPECT_TRUE(std::ranges::equal(
            results,
            expected,
            {},
            [](double each) { return std::bit_cast<std::uint64_t>(each); },
            [](double each) { return std::bit_cast<std::uint64_t>(each); }));
      }
      const double sum = std::accumulate(all.begin(), all.end(), 0.0);
      if (n != 0) {
        EXPECT_NEAR(expected[n - 1], sum, std::abs(sum) * 1e-9 + 1);
      }
    }
  });
}

TEST_P(scan_test, values_that_only_move) {
  struct only_moved {
    // NOLINTNEXTLINE(google-explicit-constructor): elements have to convert
    explicit(false) only_moved(int n) : value(std::make_unique<long>(n)) {}

    // NOLINTNEXTLINE(google-explicit-constructor): so that it can be written
    explicit(false) operator long() const { return *value; }

    std::unique_ptr<long> value;
  };

  on_policies([](parallel_policy how) {
    const auto add = [](const only_moved& a, const only_moved& b) {
      only_moved sum(0);
      *sum.value = *a.value + *b.value;
      return sum;
    };
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      std::vector<long> out(n);
      std::vector<long> expected(n);
      std::exclusive_scan(all.begin(), all.end(), expected.begin(), 7L);
      exclusive_scan(how, all, out, only_moved(7), add);
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(scan_test, exceptions_end_the_call) {
  struct counted {
    // NOLINTNEXTLINE(google-explicit-constructor): elements have to convert
    explicit(false) counted(int n) : value(n) { ++alive(); }

    counted(const counted& other) : value(other.value) { ++alive(); }

    counted& operator=(const counted&) = default;

    ~counted() { --alive(); }

    static std::atomic<int>& alive() {
      static std::atomic<int> count = 0;
      return count;
    }

    int value;
  };

  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{600}, std::size_t{20'000}}) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      for (const std::size_t failing : {std::size_t{0}, n / 3, n - 1}) {
        std::vector<counted> out(n, counted(0));
        std::atomic<int> thrown = 0;
        const auto add = [&](const counted& a, const counted& b) {
          return counted(a.value + b.value);
        };
        const auto check = [&](const int& each) {
          if (&each >= &all[failing]) {
            ++thrown;
            throw std::runtime_error("expected");
          }
          return counted(each);
        };
        try {
          transform_exclusive_scan(how, all, out, counted(0), add, check);
          ADD_FAILURE() << "nothing arrived";
        } catch (const task_errors& errors) {
          EXPECT_EQ(errors.all().size(), static_cast<std::size_t>(thrown));
        } catch (const std::runtime_error&) {
          EXPECT_EQ(thrown, 1);
        }
        EXPECT_EQ(counted::alive(), static_cast<int>(n));
      }
      EXPECT_EQ(counted::alive(), 0);
    }
  });
}

// On threads that run no task, the results have the same bits, too.
TEST(scan_on_foreign_threads_test, doubles_have_the_same_bits) {
  for (const std::size_t n : {std::size_t{0},
                              std::size_t{100},
                              std::size_t{512},
                              std::size_t{5'000},
                              std::size_t{400'000}}) {
    const std::vector<double> all = unequal_doubles(n);
    std::vector<double> here(n);
    std::vector<double> in_task(n);
    for (const parallel_policy how : {par, par.grain(100)}) {
      inclusive_scan(how, all, here);
      options two;
      two.workers = 2;
      runtime(two).run([&] { inclusive_scan(how, all, in_task); });
      EXPECT_TRUE(std::ranges::equal(here, in_task, [](double a, double b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
      }));
      exclusive_scan(how, all, here, 0.5);
      runtime(two).run([&] { exclusive_scan(how, all, in_task, 0.5); });
      EXPECT_TRUE(std::ranges::equal(here, in_task, [](double a, double b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
      }));
    }
    std::vector<std::uint64_t> counts(n, 1);
    inclusive_scan(par, counts, counts);
    EXPECT_TRUE(std::ranges::equal(counts, std::views::iota(std::size_t{1}, n + 1)));
  }
}

}  // namespace
}  // namespace nuthatch
