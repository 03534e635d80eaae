// SPDX-License-Identifier: Apache-2.0

// Several runtimes are created and destroyed at a time, and are used from foreign threads and from
// each other.

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "event.hpp"
#include "platform/clock.hpp"
#include "runtime_test.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace std::chrono_literals;
using testing::counted;
using testing::fib;

options of_workers(unsigned workers) {
  options wanted;
  wanted.workers = workers;
  wanted.seed = testing::seed();
  return wanted;
}

class runtime_life_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(runtime_life_test);

TEST_P(runtime_life_test, unused_runtime_ends) {
  on_runtime([](runtime&) {});
}

TEST_P(runtime_life_test, tells_its_configuration) {
  on_runtime([this](runtime& r) {
    EXPECT_EQ(r.workers(), workers());
    EXPECT_EQ(r.configuration().workers, workers());
    EXPECT_EQ(r.configuration().scheduler, GetParam().scheduler);
    EXPECT_EQ(r.configuration().seed, testing::seed());
  });
}

TEST_P(runtime_life_test, starts_and_stops_many_times) {
  for (std::size_t i = 0; i < testing::rounds(200); ++i) {
    on_runtime([i](runtime& r) {
      if (i % 2 == 0) {
        EXPECT_EQ(r.run([] { return fib(6); }), 8);
      }
    });
  }
}

TEST_P(runtime_life_test, run_returns_moves_and_throws) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([c = counted(3)] { return c.value(); }), 3);
    EXPECT_EQ(*r.run([] { return std::make_unique<int>(4); }), 4);
    EXPECT_EQ(r.run([] { return counted(5); }).value(), 5);
    int ran = 0;
    r.run([&] { ++ran; });
    EXPECT_EQ(ran, 1);
    EXPECT_THROW(r.run([] { throw std::runtime_error("expected"); }), std::runtime_error);
  });
}

TEST_P(runtime_life_test, run_inside_of_a_task_is_a_call) {
  on_runtime([](runtime& r) {
    r.run([&] {
      const auto* const here = detail::this_worker();
      EXPECT_NE(here, nullptr);
      EXPECT_EQ(r.run([&] { return detail::this_worker() == here ? 6 : 0; }), 6);
      EXPECT_THROW(r.run([] { throw std::runtime_error("expected"); }), std::runtime_error);
    });
    EXPECT_EQ(detail::this_worker(), nullptr);
  });
}

TEST_P(runtime_life_test, run_inside_of_a_task_waits_for_its_asyncs) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<bool> ended = false;
      r.run([&] { async(policy, [&] { ended = true; }); });
      EXPECT_TRUE(ended);
    });
  });
}

TEST_P(runtime_life_test, several_foreign_threads_use_it) {
  on_runtime([](runtime& r) {
    std::vector<std::thread> foreign;
    std::atomic<long> sum = 0;
    for (int i = 0; i < 6; ++i) {
      foreign.emplace_back([&] {
        for (int k = 0; k < 20; ++k) {
          sum += r.run([] { return fib(8); });
        }
      });
    }
    for (std::thread& each : foreign) {
      each.join();
    }
    EXPECT_EQ(sum, 6 * 20 * 21);
  });
}

TEST_P(runtime_life_test, several_at_once) {
  on_runtime([this](runtime& first) {
    runtime second(of_workers(workers()));
    runtime third(of_workers(2));
    std::vector<std::thread> foreign;
    std::atomic<long> sum = 0;
    for (runtime* const each : {&first, &second, &third}) {
      foreign.emplace_back([&sum, each] { sum += each->run([] { return fib(14); }); });
    }
    for (std::thread& each : foreign) {
      each.join();
    }
    EXPECT_EQ(sum, 3 * 377);
  });
}

TEST_P(runtime_life_test, tasks_of_one_run_tasks_of_another) {
  on_runtime([](runtime& outer) {
    runtime inner(of_workers(2));
    std::atomic<long> sum = 0;
    outer.run([&] {
      parallel_for(
          0,
          20,
          [&](int i) {
            sum += inner.run([&] { return fib(i % 10); });
            EXPECT_NE(detail::this_worker(), nullptr);
          },
          grain{1});
    });
    EXPECT_EQ(sum, 2 * 88);
  });
}

// A task that waits for another runtime leaves its worker to other tasks: here, to the one that it
// waits for.
TEST_P(runtime_life_test, waiting_for_another_runtime_keeps_no_worker) {
  on_runtime([](runtime& outer) {
    runtime inner(of_workers(1));
    testing::event reached;  // the asyncs outlive the body of the root task
    outer.run([&] {
      // This async is spawned first, so workers run it last.
      async(help_first, [&] { reached.happen(); });
      for (unsigned i = 0; i < outer.workers(); ++i) {
        async(help_first, [&] { inner.run([&] { reached.occupy(); }); });
      }
    });
  });
}

TEST_P(runtime_life_test, tasks_make_runtimes) {
  on_runtime([](runtime& outer) {
    std::atomic<long> sum = 0;
    outer.run([&] {
      parallel_for(
          0,
          6,
          [&](int) {
            runtime inner(of_workers(2));
            sum += inner.run([] { return fib(8); });
          },
          grain{1});
    });
    EXPECT_EQ(sum, 6 * 21);
  });
}

TEST_P(runtime_life_test, spawns_are_counted_when_asked_for) {
  on_each_policy([](runtime& r, auto policy) {
    const auto hundred = [&] {
      r.run([&] {
        scope s;
        for (int i = 0; i < 100; ++i) {
          s.spawn(policy, [] {});
        }
        s.sync();
      });
    };
    hundred();
    EXPECT_EQ(r.statistics().spawns, 0U);
    r.count_spawns(/*wanted=*/true);
    hundred();
    EXPECT_EQ(r.statistics().spawns, 100U);
    r.reset_statistics();
    hundred();
    EXPECT_EQ(r.statistics().spawns, 100U);
    r.count_spawns(/*wanted=*/false);
    hundred();
    EXPECT_EQ(r.statistics().spawns, 100U);
  });
}

TEST_P(runtime_life_test, statistics_are_reset) {
  on_runtime([](runtime& r) {
    r.run([] { fib(12); });
    // A worker that falls asleep returns its cached stacks, which may happen just now.
    statistics none;
    for (int attempt = 0; attempt < 1'000; ++attempt) {
      r.reset_statistics();
      none = r.statistics();
      if (none.stacks_peak == none.stacks_live) {
        break;
      }
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(none.published, 0U);
    EXPECT_EQ(none.taken_back, 0U);
    EXPECT_EQ(none.suspensions, 0U);
    EXPECT_EQ(none.stacks_peak, none.stacks_live);
  });
}

// Sanitizers have threads of their own, which use some processor time.
constexpr std::uint64_t idle_permille = detail::sanitized ? 10 : 1;

/// At some time there is half a second in which the process does almost nothing. The machine
/// determines how soon that is. If workers looked for work every few milliseconds, it would never
/// happen.
void expect_idle() {
  std::uint64_t used = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const std::uint64_t before = platform::process_cpu_ns();
    std::this_thread::sleep_for(500ms);
    used = platform::process_cpu_ns() - before;
    if (used < idle_permille * 500'000U) {
      return;
    }
  }
  ADD_FAILURE() << used << " ns of the last 500 ms";
}

// The workers of a runtime without work sleep, so it uses almost no processor time.
TEST_P(runtime_life_test, idle_workers_use_no_processor_time) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return fib(15); }), 610);
    expect_idle();
  });
}

// One task runs and spawns nothing. The other workers sleep nevertheless.
TEST_P(runtime_life_test, workers_sleep_beside_a_sequential_task) {
  on_runtime([](runtime& r) { r.run([] { expect_idle(); }); });
}

TEST(schedulers, are_listed_with_a_description) {
  ASSERT_FALSE(schedulers().empty());
  EXPECT_EQ(schedulers().front().name, options().scheduler);
  for (const scheduler_info& each : schedulers()) {
    EXPECT_FALSE(each.name.empty());
    EXPECT_FALSE(each.description.empty());
  }
}

TEST(version, is_three_numbers) {
  EXPECT_EQ(std::string(version()).find_first_not_of("0123456789."), std::string::npos);
}

}  // namespace
}  // namespace nuthatch
