#include "openmp/locks/sleeping_lock.hpp"

#include "base/capacity.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::openmp {

void sleeping_lock::lock_slow() noexcept {
  // About as long as it takes to go to sleep and be woken.
  constexpr unsigned looks_before_sleep = base::capacity(/*usual=*/100U, /*small=*/1U);
  for (unsigned looks = 0; looks < looks_before_sleep; ++looks) {
    if (state_.load(detail::memory_order_relaxed) == free && try_lock()) {
      return;
    }
    platform::cpu_relax();
  }
  // Who has slept does not know of others who do, so it takes the lock as one that is waited for.
  while (state_.exchange(waited_for, detail::memory_order_acquire) != free) {
    platform::futex_wait(state_, waited_for, nullptr);
  }
}

void sleeping_lock::wake_one() noexcept {
  platform::futex_wake(&state_, 1);
}

}  // namespace nuthatch::openmp
