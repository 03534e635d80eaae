// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/unfinished_threads.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::openmp {
namespace {

TEST(unfinished_threads, nobody_is_not_waited_for) {
  unfinished_threads tested;
  tested.wait_for_none();
  tested.enter();
  tested.leave();
  tested.wait_for_none();
}

// This is longer than any spin, so the waiting thread sleeps, and the last thread to leave wakes
// it.
TEST(unfinished_threads, who_sleeps_is_woken_by_the_last) {
  unfinished_threads tested;
  unsigned left = 0;
  for (unsigned round = 1; round <= 20; ++round) {
    tested.enter();
    tested.enter();
    std::thread first([&] { tested.leave(); });
    std::thread last([&] {
      first.join();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++left;
      tested.leave();
    });
    tested.wait_for_none();
    EXPECT_EQ(left, round);
    last.join();
  }
}

TEST(unfinished_threads, late_ones_come_and_go) {
  constexpr unsigned helpers = 4;
  constexpr unsigned rounds = 2'000;
  unfinished_threads tested;
  std::vector<std::thread> late;
  for (unsigned i = 0; i < helpers; ++i) {
    late.emplace_back([&] {
      for (unsigned round = 0; round < rounds; ++round) {
        tested.enter();
        tested.leave();
      }
    });
  }
  for (unsigned round = 0; round < rounds; ++round) {
    tested.wait_for_none();
  }
  for (std::thread& each : late) {
    each.join();
  }
  tested.wait_for_none();
}

}  // namespace
}  // namespace nuthatch::openmp
