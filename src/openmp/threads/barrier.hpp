// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/threads/futex_word.hpp"

namespace nuthatch::openmp {

/// Where all members of a team wait for each other.
///
/// Cost without contention: a locked instruction for each member, and for the last of more than two
/// one more. What travels between the processors of two members is one line, once each way:
///
///     first    counts itself ── looks ──────────────────── sees the generation change
///     second                      counts itself, which is the next round
///
/// More than two count themselves in a line that nobody looks at who waits.
class barrier {
 public:
  using generation_type = futex_word::value;

  /// How often all have come, as a number that comes again after 2^22 rounds. Sequentially
  /// consistent.
  [[nodiscard]] generation_type generation() const noexcept {
    return generation_in(changes_.load());
  }

  /// One has come. True if `members` have: then the last one has called last(), and all go on. Else
  /// all go on once generation() is not `seen`.
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

  /// Lets those go on who wait, though not all have come.
  void release_waiters() noexcept { changes_.fetch_add(one_generation); }

  /// Something else has happened that those want to know who wait.
  void notify_waiters() noexcept { changes_.fetch_add(one_notification); }

  /// Changes when either happens.
  [[nodiscard]] futex_word& changes() noexcept { return changes_; }

  /// Nobody has come. While no thread is here.
  void reset() noexcept {
    arrived_.store(0, detail::memory_order_relaxed);
    changes_.store(changes_.load() & ~one_arrived);
  }

 private:
  // Of `changes_`, from the right: the bit of the word; whether one of two has come; rounds; pokes.
  // What runs over to its left does no harm there.
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
    // Acquire and release: the last one has seen what the others did, and tells them by the
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
