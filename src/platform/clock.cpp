// SPDX-License-Identifier: Apache-2.0
#include "platform/clock.hpp"

#include <cstdint>
#include <limits>

#include <time.h>

#include "base/assert.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::platform {

namespace {

std::uint64_t read(clockid_t clock) noexcept {
  timespec now{};
  NUTHATCH_CHECK(clock_gettime(clock, &now) == 0, "the system lacks a clock that Linux always has");
  return (static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U) +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

std::uint64_t monotonic_ns() noexcept {
  return read(CLOCK_MONOTONIC);
}

std::uint64_t process_cpu_ns() noexcept {
  return read(CLOCK_PROCESS_CPUTIME_ID);
}

std::uint64_t thread_cpu_ns() noexcept {
  return read(CLOCK_THREAD_CPUTIME_ID);
}

clock_sample sample_clocks() noexcept {
  // An interrupt between the two reads causes a long gap; of five pairs, at least one should be
  // free of it.
  constexpr int attempts = 5;
  clock_sample best{};
  std::uint64_t smallest_gap = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < attempts; ++i) {
    const std::uint64_t before = read_ticks();
    const std::uint64_t ns = monotonic_ns();
    const std::uint64_t gap = read_ticks() - before;
    if (gap < smallest_gap) {
      smallest_gap = gap;
      best = {.ticks = before + (gap / 2), .ns = ns};
    }
  }
  return best;
}

double ns_per_tick(const clock_sample& earlier, const clock_sample& later) noexcept {
  NUTHATCH_CHECK(later.ticks > earlier.ticks, "two samples at the same tick");
  return static_cast<double>(later.ns - earlier.ns) /
         static_cast<double>(later.ticks - earlier.ticks);
}

}  // namespace nuthatch::platform
