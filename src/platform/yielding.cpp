// SPDX-License-Identifier: Apache-2.0
#include "platform/yielding.hpp"

#include <sched.h>

#include "platform/clock.hpp"

namespace nuthatch::platform {

const yielding_calls system_yielding = {
    .now_ns = []() noexcept { return monotonic_ns(); },
    .yield = []() noexcept { sched_yield(); },
};

bool yielding::any_yield_if_short() noexcept {
  // A multiple of the cost of falling asleep and being woken. The shortest time slices are longer.
  constexpr std::uint64_t short_ns = 200'000;
  constexpr std::uint64_t rest = 100;
  const std::uint64_t began_ns = system_.now_ns();
  if (began_ns < long_until_ns_.load(detail::memory_order_relaxed)) {
    return false;
  }
  system_.yield();
  const std::uint64_t ended_ns = system_.now_ns();
  if (ended_ns - began_ns > short_ns) {
    long_until_ns_.store(ended_ns + rest * (ended_ns - began_ns), detail::memory_order_relaxed);
  }
  return true;
}

yielding& yields() noexcept {
  static constinit yielding all{system_yielding};
  return all;
}

}  // namespace nuthatch::platform
