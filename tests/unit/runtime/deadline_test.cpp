// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nuthatch/deadline.hpp>
#include <nuthatch/nuthatch.hpp>

#include "base/sanitizers.hpp"
#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

class deadline_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(deadline_test);

TEST(deadline_callback, runs_once_and_not_early) {
  const auto deadline = steady::now() + 5ms;
  std::atomic<int> calls = 0;
  std::atomic<bool> was_early = false;
  const deadline_callback on_time(deadline, [&] {
    was_early = steady::now() < deadline;
    ++calls;
  });
  while (calls == 0) {
    std::this_thread::sleep_for(100us);
  }
  std::this_thread::sleep_for(2ms);
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(was_early);
}

TEST(deadline_callback, runs_at_once_if_the_time_has_passed) {
  std::thread::id where;
  const deadline_callback on_time(steady::now() - 1h, [&] { where = std::this_thread::get_id(); });
  EXPECT_EQ(where, std::this_thread::get_id());
  bool called = false;
  const deadline_callback at_the_beginning(steady::time_point::min(), [&] { called = true; });
  EXPECT_TRUE(called);
}

TEST(deadline_callback, does_not_run_after_its_end) {
  std::atomic<int> calls = 0;
  {
    const deadline_callback late(std::chrono::system_clock::now() + 24h, [&] { ++calls; });
    const deadline_callback never(steady::time_point::max(), [&] { ++calls; });
  }
  for (std::size_t i = 0; i < testing::rounds(300); ++i) {
    auto alive = std::make_unique<bool>(true);
    {
      const deadline_callback soon(steady::now() + std::chrono::microseconds(i % 100),
                                   [&] { EXPECT_TRUE(*alive); });
      std::this_thread::sleep_for(std::chrono::microseconds(i % 70));
    }
    alive.reset();
  }
  EXPECT_EQ(calls, 0);
}

TEST(deadline_callback, rings_in_the_order_of_time) {
  std::vector<int> order;
  std::atomic<int> calls = 0;
  const auto begin = steady::now() + 20ms;
  const auto add = [&](int which) {
    return [&, which] {
      order.push_back(which);
      ++calls;
    };
  };
  const deadline_callback third(begin + 4ms, add(3));
  const deadline_callback first(begin, add(1));
  const deadline_callback second(begin + 2ms, add(2));
  while (calls != 3) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(deadline_callback, from_many_threads) {
  std::atomic<std::size_t> calls = 0;
  std::vector<std::thread> threads;
  const std::size_t each = testing::rounds(500);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&calls, each, t] {
      for (std::size_t i = 0; i < each; ++i) {
        const deadline_callback soon(
            steady::now() + std::chrono::microseconds((i * 37 + static_cast<std::size_t>(t)) % 90),
            [&calls] { ++calls; });
        if (i % 2 == 0) {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::thread& one : threads) {
    one.join();
  }
  EXPECT_LE(calls, 8 * each);
}

TEST(deadline_callback_death, may_end_the_program) {
  EXPECT_EXIT(
      {
        const deadline_callback watchdog(steady::now() + 1ms, [] {
          std::exit(3);  // NOLINT(concurrency-mt-unsafe)
        });
        std::this_thread::sleep_for(60s);
      },
      ::testing::ExitedWithCode(3),
      "");
}

TEST(deadline_callback_death, may_live_until_the_program_has_ended) {
  EXPECT_EXIT(
      {
        static std::optional<deadline_callback<std::function<void()>>> kept;
        kept.emplace(steady::now() + 1h, std::function<void()>([] {}));
        std::exit(0);  // NOLINT(concurrency-mt-unsafe)
      },
      ::testing::ExitedWithCode(0),
      "");
}

TEST(deadline_callback, rings_nothing_of_its_parent_in_a_child_that_it_forks) {
  if (base::address_sanitizer_is_there() || base::thread_sanitizer_is_there()) {
    GTEST_SKIP() << "the child ends without the threads that they know";
  }
  std::atomic<pid_t> child = 0;
  const pid_t parent = getpid();
  {
    const deadline_callback forks(steady::now() + 1ms, [&child] { child = fork(); });
    while (child == 0) {
      std::this_thread::sleep_for(100us);
    }
  }
  ASSERT_EQ(getpid(), parent);
  int status = 1;
  // The child's only thread is that of its alarms, which ends; and with it the child.
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(deadline_callback, works_in_the_child_of_a_fork) {
  if (base::thread_sanitizer_is_there()) {
    GTEST_SKIP() << "it supports no threads of a child";
  }
  std::atomic<bool> called = false;
  const deadline_callback of_parent(steady::now() + 1h, [&] { called = true; });
  std::optional<deadline_callback<std::function<void()>>> also;
  also.emplace(steady::now() + 1h, std::function<void()>([&] { called = true; }));
  const pid_t child = fork();
  if (child == 0) {
    also.reset();
    std::atomic<bool> rung = false;
    const deadline_callback of_child(steady::now() + 1ms, [&] { rung = true; });
    while (!rung) {
      std::this_thread::sleep_for(100us);
    }
    _exit(called ? 1 : 0);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

/// Waits for the stop.
void wait_for_stop() {
  while (!stop_requested()) {
    std::this_thread::yield();
  }
}

TEST_P(deadline_test, stops_a_finish) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> begun = 0;
      const outcome how = finish(steady::now() + 3ms, [&] {
        for (int i = 0; i < 1000; ++i) {
          async([&] {
            ++begun;
            wait_for_stop();
          });
        }
      });
      EXPECT_EQ(how, outcome::stopped);
      EXPECT_LT(begun, 1000);
      EXPECT_FALSE(stop_requested());
    });
  });
}

TEST_P(deadline_test, returns_what_is_done_before) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_EQ(finish(steady::now() + 1h, [] { return 7; }), 7);
      EXPECT_EQ(finish(std::chrono::system_clock::now() + 1h, [] {}), outcome::done);
      EXPECT_THROW(finish(steady::now() + 1h, [] { throw std::out_of_range("x"); }),
                   std::out_of_range);
    });
  });
}

TEST_P(deadline_test, one_that_has_passed_begins_no_task) {
  on_runtime([](runtime& r) {
    r.run([] {
      int calls = 0;
      const outcome how = finish(steady::now() - 1s, [&] {
        ++calls;
        EXPECT_TRUE(stop_requested());
        async([] { ADD_FAILURE(); });
        EXPECT_THROW(parallel_for(0, 10, [](int) { ADD_FAILURE(); }), stopped);
      });
      EXPECT_EQ(how, outcome::stopped);
      EXPECT_EQ(calls, 1);
      EXPECT_THROW(finish(steady::now() - 1s, [] { return 1; }), stopped);
    });
  });
}

TEST_P(deadline_test, many_race_with_the_end) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::size_t done = 0;
      const std::size_t all = testing::rounds(400);
      for (std::size_t i = 0; i < all; ++i) {
        const outcome how = finish(steady::now() + std::chrono::microseconds(i % 80), [] {
          for (int k = 0; k < 8; ++k) {
            async([] { std::this_thread::yield(); });
          }
        });
        done += how == outcome::done ? 1 : 0;
      }
      EXPECT_LE(done, all);
    });
  });
}

TEST(deadline, from_a_thread_without_tasks) {
  EXPECT_EQ(finish(steady::now() + 2ms, [] { wait_for_stop(); }), outcome::stopped);
}

TEST(deadline, not_on_virtual_workers) {
  options wanted;
  wanted.workers = 2;
  const virtual_runtime twin(wanted);
  EXPECT_THROW(twin->run([] { finish(steady::now() + 1h, [] {}); }), error);
}

}  // namespace
}  // namespace nuthatch
