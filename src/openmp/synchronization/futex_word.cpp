// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/futex_word.hpp"

#include "openmp/synchronization/spin_limit.hpp"
#include "platform/futex.hpp"

namespace nuthatch::openmp {

futex_word::value futex_word::wait_while_slow(value seen, std::uint32_t threads) noexcept {
  value found = seen;
  if (spin_while_it_pays(threads, [&] {
        found = load();
        return found != seen;
      })) {
    return found;
  }
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
