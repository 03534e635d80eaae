// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/futex_word.hpp"

#include "openmp/synchronization/spin_limit.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

futex_word::value futex_word::wait_while_slow(value seen, std::uint32_t threads) noexcept {
  const spin_limits* limits = &spin_limits_of(threads);
  std::uint64_t spins = 0;
  bool is_among_others = false;
  do {
    // The number of running threads may change meanwhile. A waiting thread that shares its CPU once
    // keeps these limits: idle threads of teams share it, too, but do not count as running.
    if (!are_oversubscribed(*limits)) {
      limits = &spin_limits_of(threads);
    }
    for (std::uint64_t i = 0; i < limits->between_yields; ++i) {
      platform::cpu_relax();
      if (const value found = load(); found != seen) {
        return found;
      }
    }
    spins += limits->between_yields;
    if (spins >= limits->before_first_yield && spins < limits->before_sleep) {
      platform::yielding& yields = platform::yields();
      is_among_others = !(are_oversubscribed(*limits) ? yields.any_yield_if_short_or_own()
                                                      : yields.any_yield_if_short());
    }
  } while (spins < (is_among_others ? limits->among_others : limits->before_sleep));
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
