// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// A number that some threads change while others wait for a change, such as the generation of a
/// barrier, the region of a hot team, or the turn of an ordered loop. A waiting thread spins for a
/// while, then sleeps.
///
/// The lowest bit is set while a thread sleeps, so that a change costs a system call only then.
class futex_word {
 public:
  using value = std::uint32_t;

  /// The unit of values, which are even because the lowest bit marks sleepers.
  static constexpr value increment = 2;

  /// Returns the value; sequentially consistent.
  [[nodiscard]] value load() const noexcept {
    return word_.load(detail::memory_order_seq_cst) & ~sleep_bit;
  }

  /// Waits while the value is `seen` and returns the next one. The caller is one of `threads`
  /// threads that work together.
  value wait_while(value seen, std::uint32_t threads) noexcept {
    const value found = load();
    return found != seen ? found : wait_while_slow(seen, threads);
  }

  /// Waits until the value is `wanted`.
  void wait_until(value wanted, std::uint32_t threads) noexcept {
    for (value current = load(); current != wanted; current = wait_while(current, threads)) {
    }
  }

  /// Called by one thread at a time. Threads that wake up see what it did before.
  void store(value next) noexcept {
    // Acquire and release: the last thread to arrive at a barrier has seen what the others did
    // before it.
    if ((word_.exchange(next, detail::memory_order_acq_rel) & sleep_bit) != 0) [[unlikely]] {
      wake_all();
    }
  }

  /// Any thread. Sequentially consistent.
  void fetch_add(value by = increment) noexcept {
    wake_sleepers_of(word_.fetch_add(by, detail::memory_order_seq_cst));
  }

  /// Replaces `seen` by `next` without waking a thread. If the value differs from `seen`, stores it
  /// there and returns false.
  [[nodiscard]] bool compare_exchange(value& seen, value next) noexcept {
    value current = seen;
    for (const value sleeping : {value{0}, sleep_bit}) {
      current = seen | sleeping;
      if (word_.compare_exchange_strong(current,
                                        next | sleeping,
                                        detail::memory_order_acq_rel,
                                        detail::memory_order_acquire)) {
        return true;
      }
    }
    seen = current & ~sleep_bit;
    return false;
  }

  /// Prefetches the word's cache line for a change.
  void fetch_to_change() const noexcept { platform::fetch_to_change(&word_); }

  void fetch_or(value bits) noexcept {
    wake_sleepers_of(word_.fetch_or(bits, detail::memory_order_acq_rel));
  }

 private:
  static constexpr value sleep_bit = 1;

  void wake_sleepers_of(value before) noexcept {
    if ((before & sleep_bit) != 0) [[unlikely]] {
      // A thread that falls asleep meanwhile is woken needlessly, and sets the bit again.
      word_.fetch_and(~sleep_bit, detail::memory_order_relaxed);
      wake_all();
    }
  }

  [[gnu::noinline]] value wait_while_slow(value seen, std::uint32_t threads) noexcept;
  [[gnu::noinline]] void wake_all() noexcept;

  detail::atomic<value> word_{0};
};

}  // namespace nuthatch::openmp
