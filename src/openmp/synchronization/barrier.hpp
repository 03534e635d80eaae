// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/synchronization/futex_word.hpp"

namespace nuthatch::openmp {

/// A barrier for the threads of a team.
///
/// Cost without contention: an atomic instruction for each thread, and one more for the last of
/// more than two threads. Between two threads, one cache line travels once each way:
///
///     first    counts itself ── spins ──────────────────── sees the generation change
///     second                      counts itself, which is the next generation
///
/// More than two threads count themselves in a line that no waiting thread reads.
class barrier {
 public:
  using generation_type = futex_word::value;

  /// The number of completed barriers, which wraps around after 2^22 of them. Sequentially
  /// consistent.
  [[nodiscard]] generation_type generation() const noexcept {
    return generation_in(changes_.load());
  }

  /// Counts one arrival. Returns true if `team_size` threads have arrived: then the last one has
  /// called last(), and all of them continue. Otherwise the caller may continue once generation()
  /// differs from `seen`.
  template <class Last>
  [[nodiscard]] bool arrive(std::uint32_t team_size, generation_type& seen, Last&& last) noexcept {
    switch (team_size) {
      case 1:
        last();
        release_waiters();
        return true;
      case 2:
        return arrive_of_two(seen, last);
      default:
        return arrive_of_many(team_size, seen, last);
    }
  }

  /// Releases the waiting threads although not all threads have arrived.
  void release_waiters() noexcept { changes_.fetch_add(one_generation); }

  /// Notifies the waiting threads of another event.
  void notify_waiters() noexcept { changes_.fetch_add(one_notification); }

  /// The word that changes with either event.
  [[nodiscard]] futex_word& changes() noexcept { return changes_; }

  /// Removes all arrivals. No thread may be at the barrier.
  void reset() noexcept {
    arrived_.store(0, detail::memory_order_relaxed);
    changes_.store(changes_.load() & ~one_arrived);
  }

 private:
  // The layout of `changes_`, from the lowest bit: the sleep bit of the word; whether one of two
  // threads has arrived; the generation; notifications. An overflow to the left is harmless.
  static constexpr futex_word::value one_arrived = futex_word::increment;
  static constexpr futex_word::value one_generation = 2 * one_arrived;
  static constexpr futex_word::value one_notification = 1U << 24U;

  static generation_type generation_in(futex_word::value of) noexcept {
    return of & (one_notification - one_generation);
  }

  template <class Last>
  bool arrive_of_two(generation_type& seen, Last& last) noexcept {
    changes_.fetch_to_change();
    futex_word::value current = changes_.load();
    while ((current & one_arrived) == 0) {
      if (changes_.compare_exchange(current, current + one_arrived)) {
        seen = generation_in(current);
        return false;
      }
    }
    last();
    changes_.fetch_add(one_arrived);
    return true;
  }

  template <class Last>
  bool arrive_of_many(std::uint32_t team_size, generation_type& seen, Last& last) noexcept {
    seen = generation();
    // Acquire and release: the last thread sees what the others did, and publishes it with the
    // generation.
    if (arrived_.fetch_add(1, detail::memory_order_acq_rel) + 1 != team_size) {
      return false;
    }
    arrived_.store(0, detail::memory_order_relaxed);
    last();
    release_waiters();
    return true;
  }

  alignas(base::interference_size) detail::atomic<std::uint32_t> arrived_{0};
  alignas(base::interference_size) futex_word changes_;
};

}  // namespace nuthatch::openmp
