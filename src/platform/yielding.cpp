// SPDX-License-Identifier: Apache-2.0
#include "platform/yielding.hpp"

#include <sched.h>

#include "platform/clock.hpp"

namespace nuthatch::platform {

const yielding_calls system_yielding = {
    .now_ns = []() noexcept { return monotonic_ns(); },
    .process_cpu_ns = []() noexcept { return platform::process_cpu_ns(); },
    .yield = []() noexcept { sched_yield(); },
};

namespace {

// A multiple of the cost of falling asleep and being woken. The shortest time slices are longer.
constexpr std::uint64_t short_ns = 200'000;
constexpr std::uint64_t rest = 100;

}  // namespace

bool yielding::any_yield_if_short() noexcept {
  return yield_if_short(/*observes=*/false);
}

bool yielding::any_yield_if_short_or_own() noexcept {
  return yield_if_short(/*observes=*/true);
}

bool yielding::yield_if_short(bool observes) noexcept {
  const std::uint64_t began_ns = system_.now_ns();
  if (began_ns < long_until_ns_.load(detail::memory_order_relaxed)) {
    return false;
  }
  const bool observed =
      observes && began_ns < observed_until_ns_.load(detail::memory_order_relaxed);
  const std::uint64_t used_before_ns = observed ? system_.process_cpu_ns() : 0;
  system_.yield();
  const std::uint64_t ended_ns = system_.now_ns();
  const std::uint64_t lasted_ns = ended_ns - began_ns;
  if (lasted_ns > short_ns) {
    // Less than the time of one CPU, because the clocks are not read at the same moment.
    const bool counts = !observes || (observed && system_.process_cpu_ns() - used_before_ns <
                                                      lasted_ns - lasted_ns / 8);
    (counts ? long_until_ns_ : observed_until_ns_)
        .store(ended_ns + rest * lasted_ns, detail::memory_order_relaxed);
  }
  return true;
}

yielding& yields() noexcept {
  static constinit yielding all{system_yielding};
  return all;
}

}  // namespace nuthatch::platform
