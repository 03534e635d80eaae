// SPDX-License-Identifier: Apache-2.0
#include "platform/short_lock.hpp"

#include <algorithm>

#include <sched.h>
#include <time.h>

#include "platform/instructions.hpp"

namespace nuthatch::platform {

void short_lock::lock_slow() noexcept {
  // Who finds it taken stays away for longer each time: of many who wait few look at once, and the
  // holder keeps the line.
  constexpr unsigned most_pauses = 128;
  // Longer than holders take that run; then it may be one that waits for a cpu, of which a yield
  // gives it one if it waits for this one. A sleep does so wherever it waits.
  constexpr unsigned pauses_before_yield = 100;
  constexpr unsigned yields_before_sleep = 4;
  constexpr timespec nap{.tv_sec = 0, .tv_nsec = 50'000};
  unsigned pauses = 1;
  unsigned waited = 0;
  unsigned yields = 0;
  for (;;) {
    // Looked at first: to write the line would take it from the holder.
    if (!taken_.load(detail::memory_order_relaxed) &&
        !taken_.exchange(true, detail::memory_order_acquire)) {
      return;
    }
    for (unsigned i = 0; i < pauses; ++i) {
      cpu_relax();
    }
    waited += pauses;
    pauses = std::min(2 * pauses, most_pauses);
    if (waited >= pauses_before_yield) {
      waited = 0;
      if (++yields % yields_before_sleep == 0) {
        nanosleep(&nap, nullptr);
      } else {
        sched_yield();
      }
    }
  }
}

}  // namespace nuthatch::platform
