// SPDX-License-Identifier: Apache-2.0
#include "platform/short_lock.hpp"

#include <algorithm>

#include <sched.h>
#include <time.h>

#include "platform/instructions.hpp"

namespace nuthatch::platform {

void short_lock::lock_slow() noexcept {
  // Each failed attempt is followed by a longer pause: of many waiting threads, few try at once,
  // and the holder keeps the cache line.
  constexpr unsigned max_pauses = 128;
  // Longer than running holders take. After that, the holder may be waiting for a CPU. A yield
  // gives it one if it waits for this CPU; a sleep does so wherever it waits.
  constexpr unsigned pauses_before_yield = 100;
  constexpr unsigned yields_before_sleep = 4;
  constexpr timespec nap{.tv_sec = 0, .tv_nsec = 50'000};
  unsigned pauses = 1;
  unsigned waited = 0;
  unsigned yields = 0;
  for (;;) {
    // A load first: a write would take the cache line from the holder.
    if (!taken_.load(detail::memory_order_relaxed) &&
        !taken_.exchange(/*value=*/true, detail::memory_order_acquire)) {
      return;
    }
    for (unsigned i = 0; i < pauses; ++i) {
      cpu_relax();
    }
    waited += pauses;
    pauses = std::min(2 * pauses, max_pauses);
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
