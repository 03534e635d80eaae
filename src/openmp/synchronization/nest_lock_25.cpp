// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/nest_lock_25.hpp"

#include <unistd.h>

#include "platform/futex.hpp"

namespace nuthatch::openmp {

namespace {

std::uint32_t id_of_this_thread() noexcept {
  return static_cast<std::uint32_t>(gettid());
}

}  // namespace

bool nest_lock_25::is_of(std::uint32_t thread) const noexcept {
  return (owner_.load(detail::memory_order_relaxed) & ~waited_for) == thread;
}

bool nest_lock_25::take(std::uint32_t as) noexcept {
  std::uint32_t seen = 0;
  return owner_.compare_exchange_strong(
      seen, as, detail::memory_order_acquire, detail::memory_order_relaxed);
}

int nest_lock_25::lock() noexcept {
  const std::uint32_t self = id_of_this_thread();
  if (!is_of(self) && !take(self)) {
    // A thread that has slept does not know of other sleepers.
    while (!take(self | waited_for)) {
      std::uint32_t seen = owner_.load(detail::memory_order_relaxed);
      if (seen != 0 && ((seen & waited_for) != 0 ||
                        owner_.compare_exchange_strong(seen,
                                                       seen | waited_for,
                                                       detail::memory_order_relaxed,
                                                       detail::memory_order_relaxed))) {
        platform::futex_wait(owner_, seen | waited_for, nullptr);
      }
    }
  }
  return ++count_;
}

int nest_lock_25::try_lock() noexcept {
  const std::uint32_t self = id_of_this_thread();
  return is_of(self) || take(self) ? ++count_ : 0;
}

void nest_lock_25::unlock() noexcept {
  if (--count_ == 0 && (owner_.exchange(0, detail::memory_order_release) & waited_for) != 0) {
    platform::futex_wake(&owner_, 1);
  }
}

}  // namespace nuthatch::openmp
