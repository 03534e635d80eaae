// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// A number that some threads wait to see change, and that others change: the count of a barrier,
/// of the regions of a hot team, of the chunks of an ordered loop. Who waits looks for a while,
/// then sleeps.
///
/// The lowest bit says that somebody sleeps, so that a change costs a system call only then.
class futex_word {
 public:
  using value = std::uint32_t;

  /// Values are even.
  static constexpr value increment = 2;

  /// Sequentially consistent.
  [[nodiscard]] value load() const noexcept {
    return word_.load(detail::memory_order_seq_cst) & ~sleep_bit;
  }

  /// Returns when the value is not `seen`: the one that it is then. By one of so many threads that
  /// work together.
  value wait_while(value seen, std::uint32_t threads) noexcept {
    const value found = load();
    return found != seen ? found : wait_while_slow(seen, threads);
  }

  /// Returns when it is that one.
  void wait_until(value wanted, std::uint32_t threads) noexcept {
    for (value current = load(); current != wanted; current = wait_while(current, threads)) {
    }
  }

  /// One thread at a time. What it did before, those see who wake up.
  void store(value next) noexcept {
    // Acquire and release: who comes to a barrier last has seen what the others did before it.
    if ((word_.exchange(next, detail::memory_order_acq_rel) & sleep_bit) != 0) [[unlikely]] {
      wake_all();
    }
  }

  /// Any threads. Sequentially consistent.
  void fetch_add(value by = increment) noexcept {
    wake_sleepers_of(word_.fetch_add(by, detail::memory_order_seq_cst));
  }

  /// From `seen` to `next`, and wakes nobody. False if it is another one, which `seen` is then.
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

  /// The calling thread is about to change it.
  void fetch_to_change() const noexcept { platform::fetch_to_change(&word_); }

  void fetch_or(value bits) noexcept {
    wake_sleepers_of(word_.fetch_or(bits, detail::memory_order_acq_rel));
  }

 private:
  static constexpr value sleep_bit = 1;

  void wake_sleepers_of(value before) noexcept {
    if ((before & sleep_bit) != 0) [[unlikely]] {
      // Who falls asleep meanwhile is woken for nothing, and says so again.
      word_.fetch_and(~sleep_bit, detail::memory_order_relaxed);
      wake_all();
    }
  }

  [[gnu::noinline]] value wait_while_slow(value seen, std::uint32_t threads) noexcept;
  [[gnu::noinline]] void wake_all() noexcept;

  detail::atomic<value> word_{0};
};

}  // namespace nuthatch::openmp
