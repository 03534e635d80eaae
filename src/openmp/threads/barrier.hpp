// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/threads/phase_word.hpp"

namespace nuthatch::openmp {

/// Where all members of a team wait for each other.
///
/// Cost without contention: a locked instruction for each member, and for the last of more than two
/// one more. What travels between the processors of two members is one line, once each way:
///
///     first    counts itself ── looks ──────────────────── sees the round change
///     second                      counts itself, which is the next round
///
/// More than two count themselves in a line that nobody looks at who waits.
class barrier {
 public:
  using round = phase_word::phase;

  /// How often all have come, as a number that comes again after 2^22 rounds. Sequentially
  /// consistent.
  [[nodiscard]] round rounds() const noexcept { return round_in(changes_.now()); }

  /// One has come. True if `members` have: then the last one has called last(), and all go on. Else
  /// all go on once rounds() is not `seen`.
  template <class Last>
  [[nodiscard]] bool arrive(std::uint32_t members, round& seen, Last&& last) noexcept {
    switch (members) {
      case 1:
        last();
        let_go();
        return true;
      case 2:
        return arrive_of_two(seen, last);
      default:
        return arrive_of_many(members, seen, last);
    }
  }

  /// Lets those go on who wait, though not all have come.
  void let_go() noexcept { changes_.advance(one_round); }

  /// Something else has happened that those want to know who wait.
  void poke() noexcept { changes_.advance(one_poke); }

  /// Changes when either happens.
  [[nodiscard]] phase_word& changes() noexcept { return changes_; }

  /// Nobody has come. While no thread is here.
  void reset() noexcept {
    arrived_.store(0, detail::memory_order_relaxed);
    changes_.set(changes_.now() & ~one_came);
  }

 private:
  // Of `changes_`, from the right: the bit of the word; whether one of two has come; rounds; pokes.
  // What runs over to its left does no harm there.
  static constexpr phase_word::phase one_came = phase_word::step;
  static constexpr phase_word::phase one_round = 2 * one_came;
  static constexpr phase_word::phase one_poke = 1U << 24U;

  static round round_in(phase_word::phase of) noexcept { return of & (one_poke - one_round); }

  template <class Last>
  bool arrive_of_two(round& seen, Last& last) noexcept {
    changes_.fetch_to_change();
    phase_word::phase now = changes_.now();
    while ((now & one_came) == 0) {
      if (changes_.change(now, now + one_came)) {
        seen = round_in(now);
        return false;
      }
    }
    last();
    changes_.advance(one_came);
    return true;
  }

  template <class Last>
  bool arrive_of_many(std::uint32_t members, round& seen, Last& last) noexcept {
    seen = rounds();
    // Acquire and release: the last one has seen what the others did, and tells them by the round.
    if (arrived_.fetch_add(1, detail::memory_order_acq_rel) + 1 != members) {
      return false;
    }
    arrived_.store(0, detail::memory_order_relaxed);
    last();
    let_go();
    return true;
  }

  alignas(base::interference_size) detail::atomic<std::uint32_t> arrived_{0};
  alignas(base::interference_size) phase_word changes_;
};

}  // namespace nuthatch::openmp
