// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/futex_word.hpp"

#include "base/capacity.hpp"
#include "openmp/synchronization/spin_limit.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

futex_word::value futex_word::wait_while_slow(value seen, std::uint32_t threads) noexcept {
  // The number of running threads may change meanwhile. A shorter wait does not read it.
  constexpr auto spins_between_counts = base::capacity<std::uint64_t>(/*usual=*/64, /*small=*/1);
  // A few times the cost of a yield. The awaited thread may need this CPU even if there is one CPU
  // for each thread: the system takes milliseconds to notice that two threads share one.
  constexpr std::uint64_t spins_before_yields = 192;
  std::uint64_t spins = 0;
  bool is_among_others = false;
  do {
    for (std::uint64_t i = 0; i < spins_between_counts; ++i) {
      platform::cpu_relax();
      if (const value found = load(); found != seen) {
        return found;
      }
    }
    spins += spins_between_counts;
    if (spins >= spins_before_yields) {
      is_among_others = !platform::yields().any_yield_if_short();
    }
  } while (spins < (is_among_others ? spins_among_others(threads) : spins_before_sleep(threads)));
  for (;;) {
    value current = seen;
    if (!word_.compare_exchange_strong(current,
                                       seen | sleep_bit,
                                       detail::memory_order_acquire,
                                       detail::memory_order_acquire) &&
        (current & ~sleep_bit) != seen) {
      return current & ~sleep_bit;
    }
    platform::futex_wait(word_, seen | sleep_bit, nullptr);
  }
}

void futex_word::wake_all() noexcept {
  platform::futex_wake(&word_, platform::wake_all);
}

}  // namespace nuthatch::openmp
