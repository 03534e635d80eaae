// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/futex_lock.hpp"

#include "base/capacity.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::openmp {

namespace {

// About as long as going to sleep and being woken takes.
constexpr unsigned spins_before_sleep = base::capacity(/*usual=*/100U, /*small=*/1U);

}  // namespace

bool futex_lock::stays_waited_for() const noexcept {
  for (unsigned spins = 0; spins < spins_before_sleep; ++spins) {
    if (state_.load(detail::memory_order_relaxed) != waited_for) {
      return false;
    }
    platform::cpu_relax();
  }
  return true;
}

/// The thread that releases the lock clears the mark of sleepers and wakes one of them. Until that
/// one runs, a thread that acquires the lock again and again would keep the others asleep. So a
/// thread that has seen the mark, or has slept itself, sets the mark again before it continues to
/// spin.
void futex_lock::lock_slow() noexcept {
  for (unsigned spins = 0; spins < spins_before_sleep; ++spins) {
    const std::uint32_t seen = state_.load(detail::memory_order_relaxed);
    if (seen == free && try_lock()) {
      return;
    }
    if (seen == waited_for) {
      break;
    }
    platform::cpu_relax();
  }
  // Acquire: pairs with the release of the last owner. This acquires the lock with the mark set, as
  // if others were waiting.
  while (state_.exchange(waited_for, detail::memory_order_acquire) != free) {
    if (stays_waited_for()) {
      platform::futex_wait(state_, waited_for, nullptr);
    }
  }
}

void futex_lock::wake_one() noexcept {
  platform::futex_wake(&state_, 1);
}

}  // namespace nuthatch::openmp
