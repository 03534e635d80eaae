// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/helper_count.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::openmp {
namespace {

TEST(helper_count, nobody_is_not_waited_for) {
  helper_count tested;
  tested.await_none();
  tested.enter();
  tested.leave();
  tested.await_none();
}

// Longer than anybody looks: who waits sleeps, and the last one that leaves wakes it.
TEST(helper_count, who_sleeps_is_woken_by_the_last) {
  helper_count tested;
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
    tested.await_none();
    EXPECT_EQ(left, round);
    last.join();
  }
}

TEST(helper_count, late_ones_come_and_go) {
  constexpr unsigned helpers = 4;
  constexpr unsigned rounds = 2'000;
  helper_count tested;
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
    tested.await_none();
  }
  for (std::thread& each : late) {
    each.join();
  }
  tested.await_none();
}

}  // namespace
}  // namespace nuthatch::openmp
