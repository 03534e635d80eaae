// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/unfinished_threads.hpp"

#include "base/capacity.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

void unfinished_threads::wait_for_none_slow() noexcept {
  // The threads have been notified, so they leave soon after they get a CPU.
  constexpr auto spins_before_yields = base::capacity<unsigned>(/*usual=*/64, /*small=*/1);
  constexpr auto max_spins = base::capacity<unsigned>(/*usual=*/128, /*small=*/1);
  for (unsigned spins = 0; spins < max_spins; ++spins) {
    if (spins < spins_before_yields) {
      platform::cpu_relax();
    } else if (!platform::yields().any_yield_if_short()) {
      break;
    }
    if (word_.load(detail::memory_order_seq_cst) == 0) {
      return;
    }
  }
  std::uint32_t seen = word_.fetch_or(sleep_bit, detail::memory_order_seq_cst);
  while ((seen & ~sleep_bit) != 0) {
    platform::futex_wait(word_, seen | sleep_bit, nullptr);
    seen = word_.load(detail::memory_order_seq_cst);
  }
  // A late thread that will find the region closed may have been counted. It stays counted.
  word_.fetch_and(~sleep_bit, detail::memory_order_relaxed);
}

void unfinished_threads::wake() noexcept {
  platform::futex_wake(&word_, 1);
}

}  // namespace nuthatch::openmp
