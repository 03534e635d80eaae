// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/phase_word.hpp"

#include "base/capacity.hpp"
#include "openmp/threads/patience.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

phase_word::phase phase_word::wait_for_other(phase seen, std::uint32_t threads) noexcept {
  // How many are awake may change meanwhile. Who waits for no longer does not count them.
  constexpr auto looks_between_counts = base::capacity<std::uint64_t>(/*usual=*/64, /*small=*/1);
  // Some times the price of a yield. Who is waited for may want this cpu, also where there is one
  // for each: the system takes milliseconds to find out that two threads share one.
  constexpr std::uint64_t looks_before_yields = 192;
  std::uint64_t looks = 0;
  bool is_among_others = false;
  do {
    for (std::uint64_t i = 0; i < looks_between_counts; ++i) {
      platform::cpu_relax();
      if (const phase found = now(); found != seen) {
        return found;
      }
    }
    looks += looks_between_counts;
    if (looks >= looks_before_yields) {
      is_among_others = !platform::yields().any_yield_if_short();
    }
  } while (looks < (is_among_others ? looks_among_others(threads) : looks_before_sleep(threads)));
  for (;;) {
    phase found = seen;
    if (!word_.compare_exchange_strong(found,
                                       seen | someone_sleeps,
                                       detail::memory_order_acquire,
                                       detail::memory_order_acquire) &&
        (found & ~someone_sleeps) != seen) {
      return found & ~someone_sleeps;
    }
    platform::futex_wait(word_, seen | someone_sleeps, nullptr);
  }
}

void phase_word::wake_all() noexcept {
  platform::futex_wake(&word_, platform::wake_all);
}

}  // namespace nuthatch::openmp
