// SPDX-License-Identifier: Apache-2.0
#include "platform/clock.hpp"

#include <chrono>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

#include "platform/instructions.hpp"

namespace nuthatch::platform {
namespace {

void burn_cpu(std::uint64_t ns) {
  const std::uint64_t start = thread_cpu_ns();
  while (thread_cpu_ns() - start < ns) {
    cpu_relax();
  }
}

TEST(monotonic_ns, never_goes_back) {
  std::uint64_t last = monotonic_ns();
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t now = monotonic_ns();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(monotonic_ns, counts_sleep_in_nanoseconds) {
  const std::uint64_t start = monotonic_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(monotonic_ns() - start, 20'000'000U);
}

TEST(read_ticks, advances) {
  const std::uint64_t start = read_ticks();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GT(read_ticks(), start);
}

TEST(ns_per_tick, converts_ticks_to_time) {
  const clock_sample start = sample_clocks();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const clock_sample middle = sample_clocks();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const clock_sample end = sample_clocks();
  const double by_ticks = ns_per_tick(start, end) * static_cast<double>(middle.ticks - start.ticks);
  const auto by_clock = static_cast<double>(middle.ns - start.ns);
  EXPECT_NEAR(by_ticks / by_clock, 1, 0.05);
}

TEST(cpu_time, does_not_count_sleep) {
  const std::uint64_t start = thread_cpu_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_LT(thread_cpu_ns() - start, 25'000'000U);
}

TEST(cpu_time, of_the_process_has_that_of_all_threads) {
  const std::uint64_t process = process_cpu_ns();
  const std::uint64_t own = thread_cpu_ns();
  std::thread([] { burn_cpu(20'000'000); }).join();
  EXPECT_GE(process_cpu_ns() - process, 20'000'000U);
  EXPECT_LT(thread_cpu_ns() - own, 20'000'000U);
}

}  // namespace
}  // namespace nuthatch::platform
