#include "platform/short_lock.hpp"

#include <sched.h>
#include <time.h>

#include "platform/instructions.hpp"

namespace nuthatch::platform {

void short_lock::lock_slow() noexcept {
  // Longer than holders take that run; then it may be one that waits for a cpu, of which a yield
  // gives it one if it waits for this one. A sleep does so wherever it waits.
  constexpr unsigned looks_before_yield = 100;
  constexpr unsigned looks_before_sleep = 4 * looks_before_yield;
  constexpr timespec nap{.tv_sec = 0, .tv_nsec = 50'000};
  for (unsigned looks = 1;; ++looks) {
    // Looked at first: to write the line would take it from the holder.
    if (!taken_.load(detail::memory_order_relaxed) &&
        !taken_.exchange(true, detail::memory_order_acquire)) {
      return;
    }
    if (looks % looks_before_sleep == 0) {
      nanosleep(&nap, nullptr);
    } else if (looks % looks_before_yield == 0) {
      sched_yield();
    } else {
      cpu_relax();
    }
  }
}

}  // namespace nuthatch::platform
