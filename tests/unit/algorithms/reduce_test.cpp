// SPDX-License-Identifier: Apache-2.0

// Reductions. What has exact results is compared with std; sums of doubles have the same bits
// everywhere.

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "runtime/on_one_worker.hpp"

namespace nuthatch {
namespace {

class reduce_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(reduce_test, {1, 2, 8});

TEST_P(reduce_test, sums_of_integers) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      const long expected = std::accumulate(all.begin(), all.end(), 5L);
      EXPECT_EQ(reduce(how, all, 5L), expected);
      EXPECT_EQ(reduce(how, all.begin(), all.end(), 5L), expected);
      EXPECT_EQ(reduce(how, all), expected - 5);
      const auto twice = [](int each) {
        return 2L * each;
      };
      EXPECT_EQ(transform_reduce(how, all, 5L, std::plus<>(), twice), 2 * expected - 5);
      EXPECT_EQ(transform_reduce(how, all.begin(), all.end(), 5L, std::plus<>(), twice),
                2 * expected - 5);
      EXPECT_EQ(transform_reduce(how, all, all, 0L),
                std::inner_product(all.begin(), all.end(), all.begin(), 0L));
      EXPECT_EQ(transform_reduce(
                    how, all, all | std::views::take(n / 2), 0L, std::plus<>(), std::minus<>()),
                0);
    }
  });
}

// Neither concatenation nor affine functions commute.
TEST_P(reduce_test, operands_keep_their_order) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> words;
      for (const int each : testing::numbers(n, 100)) {
        words.push_back(std::to_string(each) + " ");
      }
      EXPECT_EQ(reduce(how, words, std::string("begin ")),
                std::accumulate(words.begin(), words.end(), std::string("begin ")));
      // In 64 bits, with the upper half as factor and the lower half as addend.
      const auto then = [](std::uint64_t a, std::uint64_t b) {
        const std::uint64_t factor = (a >> 32U) * (b >> 32U);
        const std::uint64_t addend = (a & 0xffffffffU) * (b >> 32U) + (b & 0xffffffffU);
        return factor << 32U | (addend & 0xffffffffU);
      };
      std::vector<std::uint64_t> functions;
      base::random_source random(n);
      for (std::size_t i = 0; i < n; ++i) {
        functions.push_back(random.next() | (std::uint64_t{1} << 32U));
      }
      const std::uint64_t none = std::uint64_t{1} << 32U;
      EXPECT_EQ(reduce(how, functions, none, then),
                std::accumulate(functions.begin(), functions.end(), none, then));
    }
  });
}

TEST_P(reduce_test, sums_of_doubles_have_the_same_bits) {
  static std::map<std::string, double> known;
  on_runtime([](runtime& r) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<double> all(n);
      base::random_source random(n);
      for (double& one : all) {
        one = std::ldexp(static_cast<double>(random.next() >> 11U) * 0x1p-53 - 0.5,
                         static_cast<int>(random.below(81)) - 40);
      }
      const auto compute = [&all] {
        return reduce(par, all) + transform_reduce(par, all, all, 0.0);
      };
      const double expected = testing::on_one_worker(known, std::to_string(n), compute);
      for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(r.run(compute)),
                  std::bit_cast<std::uint64_t>(expected));
      }
    }
  });
}

TEST_P(reduce_test, values_that_only_move) {
  on_policies([](parallel_policy how) {
    struct only_moved {
      // NOLINTNEXTLINE(google-explicit-constructor): elements have to convert
      explicit(false) only_moved(int n) : value(std::make_unique<long>(n)) {}

      std::unique_ptr<long> value;
    };
    const std::vector<int> all = testing::numbers(5'000, 1'000);
    const only_moved sum = reduce(how, all, only_moved(7), [](only_moved a, only_moved b) {
      *a.value += *b.value;
      return a;
    });
    EXPECT_EQ(*sum.value, std::accumulate(all.begin(), all.end(), 7L));
  });
}

}  // namespace
}  // namespace nuthatch
