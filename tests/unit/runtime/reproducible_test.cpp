// SPDX-License-Identifier: Apache-2.0

// Reductions whose results must not depend on which worker ran what.

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "effort.hpp"
#include "event.hpp"
#include "runtime/on_one_worker.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using matrix = std::array<double, 4>;

matrix times(const matrix& a, const matrix& b) {
  return {a[0] * b[0] + a[1] * b[2],
          a[0] * b[1] + a[1] * b[3],
          a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}

/// Returns numbers of either sign whose magnitudes differ by up to a factor of 2^80. So different
/// orders of adding them hardly ever have the same result.
std::vector<double> wild_numbers(std::size_t count) {
  base::random_source random(17);
  std::vector<double> all(count);
  for (double& one : all) {
    const double fraction = static_cast<double>(random.next() >> 11) * 0x1p-53;
    one = std::ldexp(fraction - 0.5, static_cast<int>(random.below(81)) - 40);
  }
  return all;
}

const std::vector<double>& numbers() {
  static const std::vector<double> all = wild_numbers(60'000);
  return all;
}

/// Returns an element. It polls, so a thief may interrupt at any element; on virtual workers, it
/// takes time.
double number(std::size_t index) {
  charge_work(20);
  return numbers()[index];
}

template <class Policy, class... Last>
double sum_of_doubles(Policy policy, std::size_t n, Last... last) {
  return parallel_reduce(policy, std::size_t{0}, n, 0.0, number, std::plus<>(), last...);
}

template <class Policy, class... Last>
float sum_of_floats(Policy policy, std::size_t n, Last... last) {
  return parallel_reduce(
      policy,
      std::size_t{0},
      n,
      0.0F,
      [](std::size_t i) { return static_cast<float>(number(i)); },
      std::plus<>(),
      last...);
}

/// Rotations and stretches, which do not commute.
template <class Policy>
matrix product_of_matrices(Policy policy, std::size_t n) {
  return parallel_reduce(
      policy,
      std::size_t{0},
      n,
      matrix{1, 0, 0, 1},
      [](std::size_t i) {
        const double angle = number(i);
        return matrix{std::cos(angle), -std::sin(angle), std::sin(angle), 1.01 * std::cos(angle)};
      },
      times);
}

template <class Policy>
std::complex<double> product_of_complex(Policy policy, std::size_t n) {
  return parallel_reduce(
      policy,
      std::size_t{0},
      n,
      std::complex<double>(1),
      [](std::size_t i) { return std::polar(1.0, number(i)); },
      std::multiplies<>());
}

/// Returns the bits of a number, or of an array of numbers.
template <class T>
auto bits(const T& value) {
  return std::bit_cast<std::array<unsigned char, sizeof(T)>>(value);
}

class reproducible_test : public testing::runtime_test {
 protected:
  reproducible_test() { configuration().reproducible = true; }

  /// Checks that compute(policy, n) returns the same bits repeatedly and for every policy.
  template <class Compute>
  void expect_same_bits(const std::string& what, Compute compute) {
    using result = decltype(compute(adaptive, std::size_t{1}));
    static std::map<std::string, result> known;
    on_each_policy([&](runtime& r, auto policy) {
      for (const std::size_t n : {0U, 1U, 2U, 127U, 128U, 1000U, 4097U, 60'000U}) {
        const auto expected = bits(testing::on_one_worker(
            known, what + std::to_string(n), [&] { return compute(adaptive, n); }));
        for (std::size_t round = 0; round < testing::rounds(4); ++round) {
          EXPECT_EQ(bits(r.run([&] { return compute(policy, n); })), expected)
              << what << " of " << n;
        }
      }
    });
  }
};

NUTHATCH_ON_EVERY_SCHEDULER(reproducible_test);

TEST_P(reproducible_test, sums_of_doubles) {
  expect_same_bits("doubles", [](auto policy, std::size_t n) { return sum_of_doubles(policy, n); });
}

TEST_P(reproducible_test, sums_of_floats) {
  expect_same_bits("floats", [](auto policy, std::size_t n) { return sum_of_floats(policy, n); });
}

TEST_P(reproducible_test, products_that_do_not_commute) {
  expect_same_bits("matrices",
                   [](auto policy, std::size_t n) { return product_of_matrices(policy, n); });
}

TEST_P(reproducible_test, products_that_compilers_contract) {
  expect_same_bits("complex numbers",
                   [](auto policy, std::size_t n) { return product_of_complex(policy, n); });
}

// If the order of additions did not matter, the tests above would show nothing.
TEST_P(reproducible_test, numbers_do_tell_the_order_of_adding) {
  on_runtime([](runtime& r) {
    const std::size_t n = numbers().size();
    EXPECT_NE(r.run([&] { return sum_of_doubles(adaptive, n, grain{1}); }),
              r.run([&] { return sum_of_doubles(adaptive, n, grain{n}); }));
  });
}

// The first and the last block wait until a thief has taken something.
TEST_P(reproducible_test, blocks_run_by_thieves) {
  static std::map<std::string, double> known;
  const std::size_t n = numbers().size();
  const double expected =
      testing::on_one_worker(known, "sum", [n] { return sum_of_doubles(adaptive, n); });
  on_each_policy([&](runtime& r, auto policy) {
    const std::uint64_t before = testing::got_from_others(r.statistics());
    const std::uint64_t wanted = before + (r.workers() > 1 ? 1 : 0);
    const double sum = r.run([&] {
      return parallel_reduce(
          policy,
          std::size_t{0},
          n,
          0.0,
          [&](std::size_t i) {
            if (i == 0 || i + 1 == n) {
              testing::hold_until(
                  [&] { return testing::got_from_others(r.statistics()) >= wanted; });
            }
            return number(i);
          },
          std::plus<>());
    });
    EXPECT_GE(testing::got_from_others(r.statistics()), wanted);
    EXPECT_EQ(bits(sum), bits(expected));
  });
}

TEST_P(reproducible_test, the_tag_does_for_one_what_the_option_does_for_all) {
  static std::map<std::string, double> known;
  configuration().reproducible = false;
  on_each_policy([](runtime& r, auto policy) {
    for (const std::size_t n : {1U, 1000U, 60'000U}) {
      const double expected = testing::on_one_worker(
          known, std::to_string(n), [n] { return sum_of_doubles(adaptive, n); });
      EXPECT_EQ(bits(r.run([&] { return sum_of_doubles(policy, n, reproducible); })),
                bits(expected));
    }
  });
}

TEST_P(reproducible_test, sums_are_right_with_and_without) {
  configuration().reproducible = false;
  on_each_policy([](runtime& r, auto policy) {
    const std::size_t n = numbers().size();
    double exact = 0;
    double magnitude = 0;
    double lost = 0;  // by Neumaier's compensated summation
    for (const double x : numbers()) {
      const double next = exact + x;
      lost += std::abs(exact) >= std::abs(x) ? (exact - next) + x : (x - next) + exact;
      exact = next;
      magnitude += std::abs(x);
    }
    EXPECT_NEAR(r.run([&] { return sum_of_doubles(policy, n); }), exact + lost, 1e-12 * magnitude);
    EXPECT_NEAR(r.run([&] { return sum_of_doubles(policy, n, reproducible); }),
                exact + lost,
                1e-12 * magnitude);
  });
}

}  // namespace
}  // namespace nuthatch
