// SPDX-License-Identifier: Apache-2.0

// Shepherds with threads, of which there are more than CPUs.

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

struct arrangement {
  const char* scheduler;
  const char* shepherds;
  unsigned private_tasks;
};

constexpr arrangement all_arrangements[] = {{"shepherd_q", "", 0},
                                            {"shepherd_l", "", 0},
                                            {"shepherd_l", "2", 0},
                                            {"shepherd_cq", "", 0},
                                            {"shepherd_cq", "", 3},
                                            {"shepherd_ws", "", 0},
                                            {"shepherd_ws", "", 1},
                                            {"shepherd_mts", "2", 0},
                                            {"shepherd_mts", "3", 2}};

// Runtimes begin, fall asleep and wake up in between, and no task is lost.
TEST(shepherds_on_threads, nothing_is_lost) {
  const std::size_t rounds = testing::rounds(1'000);
  for (const arrangement& each : all_arrangements) {
    options wanted;
    wanted.scheduler = each.scheduler;
    wanted.shepherds = each.shepherds;
    wanted.shepherd_private_tasks = each.private_tasks;
    wanted.workers = 8;
    runtime r(wanted);
    for (std::size_t round = 0; round < rounds; ++round) {
      std::atomic<int> asyncs = 0;
      const int answer = r.run([&asyncs] {
        int sum = 0;
        finish([&] {
          for (int i = 0; i < 10; ++i) {
            async([&asyncs] { ++asyncs; });
          }
          sum = testing::fib(8);
        });
        return sum;
      });
      ASSERT_EQ(answer, 21) << each.scheduler << " " << each.shepherds << " " << each.private_tasks;
      ASSERT_EQ(asyncs, 10);
    }
  }
}

class without_steals_test : public testing::runtime_test {};

NUTHATCH_WITHOUT_STEALS(without_steals_test, {1, 2, 3, 8});

TEST_P(without_steals_test, all_constructs) {
  on_each_policy([](runtime& r, auto policy) {
    const int answer = r.run([policy] {
      std::atomic<int> sum = 0;
      finish([&] {
        async(policy, [&] { sum += testing::fib(10); });
        scope children;
        for (int i = 0; i < 20; ++i) {
          children.spawn(policy, [&] { ++sum; });
        }
        future<int> later = launch([] { return testing::fib(7); });
        parallel_for(policy, 0, 100, [&](int) { ++sum; });
        children.sync();
        sum += later.get();
      });
      return sum.load();
    });
    EXPECT_EQ(answer, 55 + 20 + 13 + 100);
  });
}

TEST_P(without_steals_test, exceptions_come_back) {
  on_each_policy([](runtime& r, auto policy) {
    EXPECT_THROW(r.run([policy] {
      scope children;
      for (int i = 0; i < 10; ++i) {
        children.spawn(policy, [i] {
          if (i == 5) {
            throw std::runtime_error("the sixth");
          }
        });
      }
      children.sync();
    }),
                 std::runtime_error);
  });
}

}  // namespace
}  // namespace nuthatch
