// SPDX-License-Identifier: Apache-2.0
#include "platform/parker.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "platform/clock.hpp"
#include "platform/futex.hpp"

namespace nuthatch::platform {

namespace {

timespec to_timespec(std::uint64_t ns) noexcept {
  constexpr std::uint64_t second = 1'000'000'000;
  return {.tv_sec = static_cast<time_t>(ns / second), .tv_nsec = static_cast<long>(ns % second)};
}

}  // namespace

bool parker::begin_park() noexcept {
  std::uint32_t seen = empty;
  // Relaxed on success: going to sleep publishes nothing (any_unpark reads only the state). Relaxed
  // on failure, too: take_token() acquires.
  if (word_.compare_exchange_strong(
          seen, parked, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
    return true;
  }
  NUTHATCH_ASSERT(seen == notified, "two threads park at one parker");
  return false;
}

bool parker::take_token() noexcept {
  // Acquire: pairs with the release of any_unpark. A read-modify-write and not a store (invariant
  // 3): an unpark between a load of the word and a store would be overwritten, and an owner that
  // returns because of an earlier unpark would not see what its thread wrote.
  return word_.exchange(empty, detail::memory_order_acquire) == notified;
}

void parker::owner_park() noexcept {
  if (begin_park()) {
    // Relaxed: decides only whether to continue sleeping; take_token() acquires.
    while (word_.load(detail::memory_order_relaxed) == parked) {
      futex_wait(word_, parked, nullptr);
    }
  }
  const bool had_token = take_token();
  NUTHATCH_ASSERT(had_token);
}

bool parker::owner_park_for(std::uint64_t ns) noexcept {
  if (begin_park()) {
    const std::uint64_t now = monotonic_ns();
    const std::uint64_t end = now + std::min(ns, std::numeric_limits<std::uint64_t>::max() - now);
    const timespec deadline = to_timespec(end);
    // Relaxed: as in owner_park().
    while (word_.load(detail::memory_order_relaxed) == parked && monotonic_ns() < end) {
      futex_wait(word_, parked, &deadline);
    }
  }
  return take_token();
}

void parker::any_unpark() noexcept {
  // Release: pairs with the acquire of take_token(). Nothing of *this may be read below this line.
  if (word_.exchange(notified, detail::memory_order_release) == parked) {
    futex_wake(&word_, 1);
  }
}

}  // namespace nuthatch::platform
