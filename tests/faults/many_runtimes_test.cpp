// SPDX-License-Identifier: Apache-2.0

// Runtimes start and stop, thousands of times.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "platform/memory.hpp"

namespace nuthatch {
namespace {

using namespace testing;

void start_and_stop(std::size_t i) {
  options wanted;
  wanted.workers = 1 + static_cast<unsigned>(i % 3);
  runtime r(wanted);
  if (i % 2 == 0) {
    std::atomic<int> ran = 0;
    r.run([&] {
      scope s;
      for (int child = 0; child < 10; ++child) {
        s.spawn([&] { ++ran; });
      }
      s.sync();
    });
    ASSERT_EQ(ran, 10);
  }
}

TEST(many_runtimes_test, leave_nothing_behind) {
  constexpr std::chrono::seconds a_while{3'000};
  expect_in_child(
      [] {
        const std::size_t times = rounds(2'000);
        for (std::size_t i = 0; i < times / 4; ++i) {
          start_and_stop(i);
        }
        const std::size_t early = platform::resident_bytes();
        for (std::size_t i = times / 4; i < times; ++i) {
          start_and_stop(i);
        }
        const std::size_t late = platform::resident_bytes();
        std::printf("%zu starts and stops, %zu KiB resident\n", times, late / 1024);
        EXPECT_LE(late, early + (std::size_t{2} << 20)) << "memory piles up";
        EXPECT_EQ(threads_now(), 1U);
      },
      0,
      a_while);
}

}  // namespace
}  // namespace nuthatch
