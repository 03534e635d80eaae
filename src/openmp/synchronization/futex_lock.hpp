// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// A lock of four bytes, the size that programs reserve; zero means free. A waiting thread spins
/// for a while, then sleeps. The owner is not recorded: a task may release a lock on another thread
/// than the one that acquired it.
///
/// Cost without contention: one atomic instruction to acquire, and one to release.
class futex_lock {
 public:
  /// A value that the word never has.
  static constexpr std::uint32_t no_state = 3;

  constexpr futex_lock() noexcept = default;
  futex_lock(const futex_lock&) = delete;
  futex_lock& operator=(const futex_lock&) = delete;
  ~futex_lock() = default;

  void lock() noexcept {
    if (!try_lock()) [[unlikely]] {
      lock_slow();
    }
  }

  /// Frees the lock in the child of a fork: its owner may be a thread of the parent.
  void reset_after_fork() noexcept { state_.store(free, detail::memory_order_relaxed); }

  [[nodiscard]] bool try_lock() noexcept {
    std::uint32_t seen = free;
    // Acquire: pairs with the release of the last owner, which wrote what the lock guards.
    return state_.compare_exchange_strong(
        seen, taken, detail::memory_order_acquire, detail::memory_order_relaxed);
  }

  void unlock() noexcept {
    if (state_.exchange(free, detail::memory_order_release) == waited_for) [[unlikely]] {
      wake_one();
    }
  }

 private:
  static constexpr std::uint32_t free = 0;
  static constexpr std::uint32_t taken = 1;
  static constexpr std::uint32_t waited_for = 2;  // taken, and other threads may sleep

  [[nodiscard]] bool stays_waited_for() const noexcept;
  [[gnu::noinline]] void lock_slow() noexcept;
  [[gnu::noinline]] void wake_one() noexcept;

  detail::atomic<std::uint32_t> state_{free};
};

static_assert(sizeof(futex_lock) == 4);

}  // namespace nuthatch::openmp
