// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class fork_join_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(fork_join_test);

TEST_P(fork_join_test, returns_results_in_order) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_EQ(fork_join(policy, [] { return 1; }), std::tuple(1));
      EXPECT_EQ(fork_join(policy, [] { return 1; }, [] { return 2L; }), std::tuple(1, 2L));
      EXPECT_EQ(fork_join(
                    policy, [] { return 1; }, [] { return 2L; }, [] { return 3.0; }),
                std::tuple(1, 2L, 3.0));
      EXPECT_EQ(fork_join(
                    policy,
                    [] { return 1; },
                    [] { return 2L; },
                    [] { return 3.0; },
                    [] { return std::string("four"); }),
                std::tuple(1, 2L, 3.0, std::string("four")));
      EXPECT_EQ(fork_join(
                    policy,
                    [] { return 1; },
                    [] { return 2L; },
                    [] { return 3.0; },
                    [] { return std::string("four"); },
                    [] { return '5'; }),
                std::tuple(1, 2L, 3.0, std::string("four"), '5'));
    });
  });
}

TEST_P(fork_join_test, of_void_callables_is_void) {
  on_each_policy([](runtime& r, auto policy) {
    const auto nothing = [] {
    };
    static_assert(std::is_void_v<decltype(fork_join(policy, nothing, nothing))>);
    static_assert(std::is_void_v<decltype(fork_join(policy, nothing, nothing, nothing))>);
    std::atomic<int> calls = 0;
    r.run([&] {
      const auto call = [&] {
        ++calls;
      };
      fork_join(policy, call);
      fork_join(policy, call, call);
      fork_join(policy, call, call, call, call, call);
    });
    EXPECT_EQ(calls, 8);
  });
}

TEST_P(fork_join_test, void_among_results_is_monostate) {
  on_each_policy([](runtime& r, auto policy) {
    const auto both = r.run([&] { return fork_join(policy, [] {}, [] { return 2; }); });
    static_assert(std::is_same_v<decltype(both), const std::tuple<std::monostate, int>>);
    EXPECT_EQ(std::get<1>(both), 2);
    EXPECT_EQ(r.run([&] { return fork_join(policy, [] { return 1; }, [] {}); }),
              std::tuple(1, std::monostate()));
  });
}

TEST_P(fork_join_test, results_are_moved_out) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      auto [a, b] = fork_join(
          policy, [] { return std::make_unique<int>(1); }, [] { return std::make_unique<int>(2); });
      EXPECT_EQ(*a, 1);
      EXPECT_EQ(*b, 2);
    });
    const int copies = counted::copies();
    r.run([&] {
      auto all = fork_join(
          policy, [] { return counted(1); }, [] { return counted(2); }, [] { return counted(3); });
      EXPECT_EQ(std::get<0>(all).value(), 1);
      EXPECT_EQ(std::get<1>(all).value(), 2);
      EXPECT_EQ(std::get<2>(all).value(), 3);
    });
    EXPECT_EQ(counted::copies(), copies);
  });
}

// If a callable returns a reference, the result is a copy, because the referenced object may be
// gone.
TEST_P(fork_join_test, reference_results_decay) {
  on_each_policy([](runtime& r, auto policy) {
    int value = 4;
    auto both = r.run([&] {
      return fork_join(
          policy, [&]() -> int& { return value; }, [&]() -> const int& { return value; });
    });
    static_assert(std::is_same_v<decltype(both), std::tuple<int, int>>);
    value = 5;
    EXPECT_EQ(both, std::tuple(4, 4));
  });
}

TEST_P(fork_join_test, takes_move_only_callables) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      auto one = [p = std::make_unique<int>(1)] {
        return *p;
      };
      auto [a, b, c] = fork_join(
          policy,
          std::move(one),
          [p = std::make_unique<int>(2)] { return *p; },
          [p = std::make_unique<int>(3)]() mutable { return *std::exchange(p, nullptr); });
      EXPECT_EQ(a + 10 * b + 100 * c, 321);
    });
  });
}

struct called_in_place {
  int calls = 0;

  called_in_place() = default;
  called_in_place(const called_in_place&) = delete;
  called_in_place& operator=(const called_in_place&) = delete;

  void operator()() { ++calls; }
};

TEST_P(fork_join_test, calls_lvalues_in_place) {
  on_each_policy([](runtime& r, auto policy) {
    called_in_place a;
    called_in_place b;
    called_in_place c;
    r.run([&] {
      fork_join(policy, a, b);
      fork_join(policy, a, b, c);
    });
    EXPECT_EQ(a.calls, 2);
    EXPECT_EQ(b.calls, 2);
    EXPECT_EQ(c.calls, 1);
  });
}

int seven() {
  return 7;
}

TEST_P(fork_join_test, takes_any_callable) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      const auto constant = [] {
        return 1;
      };
      const std::function<int()> erased = [] {
        return 2;
      };
      int (*const pointer)() = seven;
      EXPECT_EQ(fork_join(policy, constant, erased), std::tuple(1, 2));
      EXPECT_EQ(fork_join(policy, erased, constant), std::tuple(2, 1));
      EXPECT_EQ(fork_join(policy, pointer, seven), std::tuple(7, 7));
      EXPECT_EQ(fork_join(policy, seven, pointer), std::tuple(7, 7));
      EXPECT_EQ(fork_join(policy, std::bind_front([](int x) { return x; }, 3), std::cref(erased)),
                std::tuple(3, 2));
    });
  });
}

TEST_P(fork_join_test, runs_in_order_on_one_worker) {
  on_each_policy([](runtime& r, auto policy) {
    if (r.workers() != 1) {
      return;
    }
    std::vector<int> order;
    r.run([&] {
      const auto note = [&](int i) {
        return [&order, i] {
          order.push_back(i);
        };
      };
      fork_join(policy, note(0), note(1), note(2), note(3), note(4));
    });
    EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
  });
}

template <class Policy>
long fib(Policy policy, int n) {
  if (n < 2) {
    return n;
  }
  auto [a, b] =
      fork_join(policy, [=] { return fib(policy, n - 1); }, [=] { return fib(policy, n - 2); });
  return a + b;
}

TEST_P(fork_join_test, recursion) {
  expect_depth(20);
  on_each_policy(
      [](runtime& r, auto policy) { EXPECT_EQ(r.run([=] { return fib(policy, 18); }), 2584); });
}

template <class Policy>
int count_down(Policy policy, int depth) {
  if (depth == 0) {
    return 0;
  }
  auto [below, one] =
      fork_join(policy, [=] { return count_down(policy, depth - 1); }, [] { return 1; });
  return below + one;
}

TEST_P(fork_join_test, nests_thousands_deep) {
  const int depth = static_cast<int>(testing::rounds(3'000));
  expect_depth(static_cast<std::size_t>(depth));
  configuration().stack_size = std::size_t{8} << 20;  // help-first, one stack holds all levels
  on_each_policy([=](runtime& r, auto policy) {
    EXPECT_EQ(r.run([=] { return count_down(policy, depth); }), depth);
  });
}

// The two halves use different policies, level by level.
long mixed(int n) {
  if (n < 2) {
    return n;
  }
  const auto first = [n] {
    return mixed(n - 1);
  };
  const auto second = [n] {
    return mixed(n - 2);
  };
  const auto sum = [](const std::tuple<long, long>& both) {
    return std::get<0>(both) + std::get<1>(both);
  };
  switch (n % 3) {
    case 0:
      return sum(fork_join(work_first, first, second));
    case 1:
      return sum(fork_join(help_first, first, second));
    default:
      return sum(fork_join(first, second));
  }
}

TEST_P(fork_join_test, policies_mix) {
  expect_depth(20);
  on_runtime([](runtime& r) { EXPECT_EQ(r.run([] { return mixed(18); }), 2584); });
}

}  // namespace
}  // namespace nuthatch
