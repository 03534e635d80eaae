// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/algorithms.hpp>
#include <nuthatch/deadline.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/stop_token.hpp>

#include "algorithms_test.hpp"

namespace nuthatch {
namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

class bound_policy_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(bound_policy_test);

std::vector<int> mixed_numbers(std::size_t n) {
  std::vector<int> numbers(n);
  for (std::size_t i = 0; i < n; ++i) {
    numbers[i] = static_cast<int>(i * 7919 % n);
  }
  return numbers;
}

TEST_P(bound_policy_test, returns_what_the_algorithm_returns) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto never = std::make_unique<std::stop_source>();
      persistent_phase phase;
      const auto how = par.grain(64).until(never->get_token()).again(phase);
      std::vector<int> numbers = mixed_numbers(10'000);
      EXPECT_EQ(sort(how, numbers), numbers.end());
      EXPECT_TRUE(std::ranges::is_sorted(numbers));
      EXPECT_EQ(find(how, numbers, 77) - numbers.begin(), 77);
      EXPECT_EQ(reduce(how, numbers, 0L), 49'995'000L);
      EXPECT_EQ(max(how, numbers), 9'999);
      EXPECT_TRUE(any_of(how, numbers, [](int each) { return each == 5'000; }));
      std::vector<std::string> words(numbers.size());
      const auto [in, out] =
          transform(how, numbers.begin(), numbers.end(), words.begin(), words.end(), [](int each) {
            return std::to_string(each);
          });
      EXPECT_EQ(in, numbers.end());
      EXPECT_EQ(out, words.end());
      EXPECT_EQ(words[4'711], "4711");
      EXPECT_EQ(histogram(how, numbers, 10, [](int each) { return each % 10; }),
                std::vector<std::uint64_t>(10, 1'000));
      EXPECT_GE(phase.runs(), 7U);
    });
  });
}

TEST_P(bound_policy_test, takes_move_only_results_and_arguments) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto never = std::make_unique<std::stop_source>();
      const std::vector<int> numbers = mixed_numbers(5'000);
      const std::unique_ptr<long> sum = fold(
          par.until(never->get_token()),
          numbers,
          [zero = std::make_unique<long>(0)] { return std::make_unique<long>(*zero); },
          [](std::unique_ptr<long>& to, int each) { *to += each; },
          [](std::unique_ptr<long>& to, std::unique_ptr<long>&& from) { *to += *from; });
      EXPECT_EQ(*sum, 12'497'500);
    });
  });
}

TEST_P(bound_policy_test, a_token_stops_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      // On the heap, here and below: GCC 12 warns of the source as a local variable.
      const auto source = std::make_unique<std::stop_source>();
      std::vector<int> numbers(20'000, 1);
      std::atomic<int> calls = 0;
      const auto how = par.grain(1).until(source->get_token());
      EXPECT_THROW(for_each(how,
                            numbers,
                            [&](int&) {
                              if (++calls == 100) {
                                source->request_stop();
                              }
                            }),
                   stopped);
      EXPECT_LT(calls, 20'000);
      EXPECT_FALSE(stop_requested());
      EXPECT_THROW(static_cast<void>(reduce(how, numbers)), stopped);
      EXPECT_THROW(sort(how, numbers), stopped);
      EXPECT_THROW(for_each(how, numbers, [](int&) { ADD_FAILURE(); }), stopped);
      EXPECT_EQ(count(par, numbers, 1), 20'000);
    });
  });
}

TEST_P(bound_policy_test, exceptions_pass) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto never = std::make_unique<std::stop_source>();
      persistent_phase phase;
      const std::vector<int> numbers = mixed_numbers(5'000);
      const auto how = par.until(never->get_token()).again(phase);
      EXPECT_THROW(for_each(how,
                            numbers,
                            [](int each) {
                              if (each == 3'000) {
                                throw std::out_of_range("3000");
                              }
                            }),
                   std::out_of_range);
      EXPECT_EQ(count_if(how, numbers, [](int each) { return each < 10; }), 10);
    });
  });
}

TEST(bound_policy, returns_no_half_result) {
  const auto source = std::make_unique<std::stop_source>();
  const std::vector<int> one(1);
  const auto lacks_an_async = [&source](int) {
    long value = 0;
    source->request_stop();
    static_cast<void>(finish([&value] { async([&value] { value = 1; }); }));
    return value;
  };
  EXPECT_THROW(static_cast<void>(transform_reduce(
                   par.until(source->get_token()), one, 0L, std::plus<>(), lacks_an_async)),
               stopped);
  const auto another = std::make_unique<std::stop_source>();
  EXPECT_THROW(for_each(par.until(another->get_token()),
                        one,
                        [&another](int) {
                          another->request_stop();
                          async([] { ADD_FAILURE(); });
                        }),
               stopped);
}

TEST(bound_policy, a_time_stops_it) {
  std::vector<int> numbers(50'000, 1);
  EXPECT_EQ(reduce(par.until(steady::now() + 1h), numbers), 50'000);
  EXPECT_EQ(reduce(par.until(std::chrono::system_clock::now() + 1h), numbers), 50'000);
  EXPECT_THROW(for_each(par.grain(1).until(steady::now() + 2ms),
                        numbers,
                        [](int&) { std::this_thread::sleep_for(100us); }),
               stopped);
  EXPECT_THROW(for_each(par.until(steady::now() - 1ms), numbers, [](int&) { ADD_FAILURE(); }),
               stopped);
}

options with_two_places() {
  options wanted;
  wanted.scheduler = "slaw";
  wanted.workers = 4;
  wanted.places = "{0,0},{0,0}";
  return wanted;
}

TEST(bound_policy, a_runtime_runs_it) {
  runtime of_two(with_two_places());
  options plain;
  plain.workers = 3;
  runtime other(plain);
  const auto how = par.grain(16).on(of_two);
  std::vector<int> numbers(20'000);
  const auto stamp = [](int& each) {
    each = static_cast<int>(places());
  };
  const auto count_stamped = [&] {
    return count(how, numbers, 2);
  };
  for_each(how, numbers, stamp);
  EXPECT_EQ(count_stamped(), 20'000);
  for_each(par.on(other), numbers, stamp);
  EXPECT_EQ(count(par, numbers, 1), 20'000);
  other.run([&] { for_each(how, numbers, stamp); });
  EXPECT_EQ(other.run(count_stamped), 20'000);
  EXPECT_EQ(of_two.run(count_stamped), 20'000);
  persistent_phase phase;
  const auto source = std::make_unique<std::stop_source>();
  const auto all = how.until(source->get_token()).again(phase).on(place(1));
  EXPECT_EQ(count(all, numbers, 2), 20'000);
  source->request_stop();
  EXPECT_THROW(for_each(all, numbers, stamp), stopped);
}

TEST(bound_policy, a_place_runs_it) {
  runtime of_two(with_two_places());
  of_two.run([] {
    ASSERT_EQ(places(), 2U);
    for (const unsigned which : {1U, 0U}) {
      std::vector<int> numbers(10'000, -1);
      for_each(par.grain(8).on(place(which)), numbers, [](int& each) {
        each = static_cast<int>(here().index());
      });
      EXPECT_EQ(std::ranges::count(numbers, static_cast<int>(which)), 10'000) << which;
    }
    EXPECT_THROW(static_cast<void>(count(par.on(place(2)), std::vector<int>(10), 1)), error);
  });
}

}  // namespace
}  // namespace nuthatch
