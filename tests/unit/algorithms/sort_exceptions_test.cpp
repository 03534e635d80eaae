// SPDX-License-Identifier: Apache-2.0

// Sorts whose comparisons or projections throw: the exception arrives, and all elements are there,
// in some order.

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "algorithms/sorted_elements.hpp"

namespace nuthatch {
namespace {

// NOLINTBEGIN(readability-function-size): the tests nest, as policies, lengths and failures do

class sort_exceptions_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(sort_exceptions_test, {1, 2, 8});

/// Throws at one call, and at all later ones.
class failing_call {
 public:
  explicit failing_call(std::uint64_t at) : left_(static_cast<std::int64_t>(at)) {}

  void operator()() const {
    if (left_.fetch_sub(1) <= 0) {
      ++thrown_;
      throw std::runtime_error("expected");
    }
  }

  [[nodiscard]] int thrown() const { return thrown_; }

 private:
  mutable std::atomic<std::int64_t> left_;
  mutable std::atomic<int> thrown_ = 0;
};

/// An element that is alive exactly once, and says so.
class alive_once {
 public:
  explicit alive_once(int value) : value_(value), self_(this) { ++live_; }

  alive_once(const alive_once&) = delete;
  alive_once& operator=(const alive_once&) = delete;

  alive_once(alive_once&& other) noexcept : value_(std::exchange(other.value_, -1)), self_(this) {
    EXPECT_EQ(other.self_, &other);
    ++live_;
  }

  alive_once& operator=(alive_once&& other) noexcept {
    EXPECT_EQ(self_, this) << "assigned to memory without an element";
    EXPECT_EQ(other.self_, &other);
    value_ = std::exchange(other.value_, -1);
    return *this;
  }

  ~alive_once() {
    EXPECT_EQ(self_, this);
    self_ = nullptr;
    --live_;
  }

  [[nodiscard]] int value() const {
    EXPECT_EQ(self_, this);
    EXPECT_GE(value_, 0) << "compared after a move";
    return value_;
  }

  [[nodiscard]] static std::int64_t live() { return live_; }

 private:
  static inline std::atomic<std::int64_t> live_ = 0;

  int value_;
  const alive_once* self_;
};

/// Calls after which a sort of n elements may fail: early, in the middle, and late.
std::vector<std::uint64_t> failures_for(std::size_t n) {
  return {0, 7, n / 2, n + 3, 9 * n, 13 * n};
}

/// Expects that an exception arrives if one was thrown.
template <class Sort>
void expect_failure(const failing_call& call, Sort sort_all) {
  try {
    sort_all();
  } catch (const task_errors& thrown) {
    EXPECT_EQ(thrown.all().size(), static_cast<std::size_t>(call.thrown()));
    return;
  } catch (const std::runtime_error& thrown) {
    EXPECT_EQ(call.thrown(), 1) << thrown.what();
    return;
  }
  EXPECT_EQ(call.thrown(), 0) << "an exception is lost";
}

template <class Value, class Comp, class Proj = std::identity>
void expect_same_elements(parallel_policy how,
                          const failing_call& call,
                          std::vector<Value> all,
                          Comp comp,
                          Proj proj = {}) {
  std::vector<Value> expected = all;
  expect_failure(call, [&] { sort(how, all, comp, proj); });
  std::ranges::sort(all);
  std::ranges::sort(expected);
  EXPECT_EQ(all, expected) << "elements are lost";
}

TEST_P(sort_exceptions_test, comparisons) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{9}, std::size_t{700}, std::size_t{17'000}}) {
      for (const std::uint64_t at : failures_for(n)) {
        for (const std::uint32_t values : {3U, 1'000'000U}) {
          const failing_call call(at);
          const auto less = [&call](const auto& a, const auto& b) {
            call();
            return a < b;
          };
          expect_same_elements(how, call, testing::numbers(n, values), less);
          const failing_call again(at);
          expect_same_elements(
              how, again, testing::words(n, values), [&again](const auto& a, const auto& b) {
                again();
                return a < b;
              });
        }
      }
    }
  });
}

TEST_P(sort_exceptions_test, projections) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{9}, std::size_t{700}, std::size_t{66'000}}) {
      for (const std::uint64_t at : failures_for(n)) {
        const failing_call call(at);
        expect_same_elements(
            how, call, testing::numbers(n, 1'000'000), std::ranges::greater(), [&call](int each) {
              call();
              return each;
            });
        const failing_call again(at);
        expect_same_elements(how,
                             again,
                             testing::words(n, 1'000'000),
                             std::ranges::less(),
                             [&again](const std::string& each) {
                               again();
                               return each.size();
                             });
      }
    }
  });
}

template <class Elements>
void expect_all_alive(parallel_policy how, std::size_t n, std::uint64_t at) {
  const std::int64_t before = alive_once::live();
  Elements all;
  for (const int each : testing::numbers(n, 1'000'000)) {
    all.emplace_back(each);
  }
  std::vector<int> expected = testing::numbers(n, 1'000'000);
  const failing_call call(at);
  expect_failure(call, [&] {
    stable_sort(how, all, [&call](const alive_once& a, const alive_once& b) {
      call();
      return a.value() < b.value();
    });
  });
  EXPECT_EQ(alive_once::live(), before + static_cast<std::int64_t>(n));
  std::vector<int> values;
  values.reserve(n);
  for (const alive_once& each : all) {
    values.push_back(each.value());
  }
  std::ranges::sort(values);
  std::ranges::sort(expected);
  EXPECT_EQ(values, expected);
}

TEST_P(sort_exceptions_test, each_element_is_alive_once) {
  const std::int64_t before = alive_once::live();
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{9}, std::size_t{700}, std::size_t{17'000}}) {
      for (const std::uint64_t at : failures_for(n)) {
        expect_all_alive<std::vector<alive_once>>(how, n, at);
        expect_all_alive<std::deque<alive_once>>(how, n, at);
      }
      expect_all_alive<std::vector<alive_once>>(how, n, 1'000 * n);
      expect_all_alive<std::deque<alive_once>>(how, n, 1'000 * n);
    }
  });
  EXPECT_EQ(alive_once::live(), before);
}

// Each worker ends with the comparison that throws.
TEST_P(sort_exceptions_test, no_block_begins_after_an_exception) {
  on_runtime([this](runtime& r) {
    std::vector<int> all = testing::numbers(testing::long_lengths().back(), 1'000'000);
    const failing_call call(all.size() / 4);
    std::atomic<std::uint64_t> calls = 0;
    try {
      r.run([&] {
        sort(par, all, [&](int a, int b) {
          ++calls;
          call();
          return a < b;
        });
      });
      ADD_FAILURE() << "an exception is lost";
    } catch (const std::runtime_error&) {  // or task_errors
      EXPECT_LE(call.thrown(), static_cast<int>(workers()));
      EXPECT_LE(calls, all.size() / 4 + workers());
    }
  });
}

// NOLINTEND(readability-function-size)

}  // namespace
}  // namespace nuthatch
