#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/threads/phase_word.hpp"

namespace nuthatch::openmp {

/// Where all members of a team wait for each other.
///
/// Cost without contention: a locked instruction for each member, and one more for the last.
class barrier {
 public:
  using round = std::uint32_t;

  /// How often all have come. Sequentially consistent.
  [[nodiscard]] round rounds() const noexcept { return rounds_.load(detail::memory_order_seq_cst); }

  /// One has come. True if `members` have: then the last one has called last(), and all go on.
  template <class Last>
  [[nodiscard]] bool arrive(std::uint32_t members, Last&& last) noexcept {
    // Acquire and release: the last one has seen what the others did, and tells them by the round.
    if (arrived_.fetch_add(1, detail::memory_order_acq_rel) + 1 != members) {
      return false;
    }
    arrived_.store(0, detail::memory_order_relaxed);
    last();
    let_go();
    return true;
  }

  /// Lets those go on who wait, though not all have come.
  void let_go() noexcept {
    rounds_.fetch_add(1, detail::memory_order_seq_cst);
    changes_.advance();
  }

  /// Something else has happened that those want to know who wait.
  void poke() noexcept { changes_.advance(); }

  /// Changes when either happens.
  [[nodiscard]] phase_word& changes() noexcept { return changes_; }

  /// Nobody has come. While no thread is here.
  void reset() noexcept { arrived_.store(0, detail::memory_order_relaxed); }

 private:
  alignas(64) detail::atomic<std::uint32_t> arrived_{0};
  alignas(64) detail::atomic<round> rounds_{0};
  phase_word changes_;
};

}  // namespace nuthatch::openmp
