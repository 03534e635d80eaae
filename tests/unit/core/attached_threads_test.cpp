// SPDX-License-Identifier: Apache-2.0

// Attached threads of a team: they execute its workers, and run tasks while they wait.

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "attached_trees.hpp"
#include "effort.hpp"
#include "platform/platform.hpp"

namespace nuthatch::testing {
namespace {

void run(attached_trees& trees, unsigned members) {
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < members; ++i) {
    threads.emplace_back([&trees, i] { trees.run_member(i); });
  }
  trees.run_member(0);
  for (std::thread& each : threads) {
    each.join();
  }
}

class attached_threads : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(schedulers,
                         attached_threads,
                         ::testing::Values("shepherd_ws", "shepherd_mts", "shepherd_cq"),
                         [](const auto& of) { return std::string(of.param); });

TEST_P(attached_threads, run_every_task_once) {
  for (const unsigned members : {1U, 2U, 3U, 8U}) {
    for (unsigned i = 0; i < rounds(20); ++i) {
      attached_trees trees(platform::native(), members, 7, GetParam());
      run(trees, members);
      ASSERT_EQ(trees.ran(), trees.tasks());
    }
  }
}

TEST_P(attached_threads, wait_for_one_who_comes_late) {
  attached_trees trees(platform::native(), 2, 3, GetParam());
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
