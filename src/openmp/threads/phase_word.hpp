// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// A number that some threads wait to see change, and that others change: the count of a barrier,
/// of the regions of a gang, of the chunks of an ordered loop. Who waits looks for a while, then
/// sleeps.
///
/// The lowest bit says that somebody sleeps, so that a change costs a system call only then.
class phase_word {
 public:
  using phase = std::uint32_t;

  /// Phases are even.
  static constexpr phase step = 2;

  /// Sequentially consistent.
  [[nodiscard]] phase now() const noexcept {
    return word_.load(detail::memory_order_seq_cst) & ~someone_sleeps;
  }

  /// Returns when the phase is not `seen`: the one that it is then. By one of so many threads that
  /// work together.
  phase await_other(phase seen, std::uint32_t threads) noexcept {
    const phase found = now();
    return found != seen ? found : wait_for_other(seen, threads);
  }

  /// Returns when it is that one.
  void await(phase wanted, std::uint32_t threads) noexcept {
    for (phase found = now(); found != wanted; found = await_other(found, threads)) {
    }
  }

  /// One thread at a time. What it did before, those see who wake up.
  void set(phase next) noexcept {
    // Acquire and release: who comes to a barrier last has seen what the others did before it.
    if ((word_.exchange(next, detail::memory_order_acq_rel) & someone_sleeps) != 0) [[unlikely]] {
      wake_all();
    }
  }

  /// Any threads. Sequentially consistent.
  void advance(phase by = step) noexcept {
    wake_sleepers_of(word_.fetch_add(by, detail::memory_order_seq_cst));
  }

  /// From `seen` to `next`, and wakes nobody. False if it is another one, which `seen` is then.
  [[nodiscard]] bool change(phase& seen, phase next) noexcept {
    phase found = seen;
    for (const phase sleeping : {phase{0}, someone_sleeps}) {
      found = seen | sleeping;
      if (word_.compare_exchange_strong(
              found, next | sleeping, detail::memory_order_acq_rel, detail::memory_order_acquire)) {
        return true;
      }
    }
    seen = found & ~someone_sleeps;
    return false;
  }

  /// The calling thread is about to change it.
  void fetch_to_change() const noexcept { platform::fetch_to_change(&word_); }

  void add_bits(phase bits) noexcept {
    wake_sleepers_of(word_.fetch_or(bits, detail::memory_order_acq_rel));
  }

 private:
  static constexpr phase someone_sleeps = 1;

  void wake_sleepers_of(phase before) noexcept {
    if ((before & someone_sleeps) != 0) [[unlikely]] {
      // Who falls asleep meanwhile is woken for nothing, and says so again.
      word_.fetch_and(~someone_sleeps, detail::memory_order_relaxed);
      wake_all();
    }
  }

  [[gnu::noinline]] phase wait_for_other(phase seen, std::uint32_t threads) noexcept;
  [[gnu::noinline]] void wake_all() noexcept;

  detail::atomic<phase> word_{0};
};

}  // namespace nuthatch::openmp
