// SPDX-License-Identifier: Apache-2.0

// Threads that are guests of a team: they execute its workers, and run tasks where they wait.

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "effort.hpp"
#include "guest_trees.hpp"
#include "platform/platform.hpp"

namespace nuthatch::testing {
namespace {

void run(guest_trees& trees, unsigned members) {
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < members; ++i) {
    threads.emplace_back([&trees, i] { trees.run_member(i); });
  }
  trees.run_member(0);
  for (std::thread& each : threads) {
    each.join();
  }
}

class guests : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(schedulers,
                         guests,
                         ::testing::Values("shepherd_ws", "shepherd_mts", "shepherd_cq"),
                         [](const auto& of) { return std::string(of.param); });

TEST_P(guests, run_every_task_once) {
  for (const unsigned members : {1U, 2U, 3U, 8U}) {
    for (unsigned i = 0; i < rounds(20); ++i) {
      guest_trees trees(platform::native(), members, 7, GetParam());
      run(trees, members);
      ASSERT_EQ(trees.ran(), trees.tasks());
    }
  }
}

TEST_P(guests, wait_for_one_who_comes_late) {
  guest_trees trees(platform::native(), 2, 3, GetParam());
  std::thread late([&trees] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    trees.run_member(1);
  });
  trees.run_member(0);
  late.join();
  EXPECT_EQ(trees.ran(), trees.tasks());
}

}  // namespace
}  // namespace nuthatch::testing
