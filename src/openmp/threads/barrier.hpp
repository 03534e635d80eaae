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
  /// Waits until `members` have come. The last of them calls last() before the others go on.
  template <class Last>
  void arrive(std::uint32_t members, Last&& last) noexcept {
    const phase_word::phase seen = phase_.now();
    // Acquire and release: the last one has seen what the others did, and tells them by the phase.
    if (arrived_.fetch_add(1, detail::memory_order_acq_rel) + 1 == members) {
      arrived_.store(0, detail::memory_order_relaxed);
      last();
      phase_.advance();
    } else {
      phase_.await_other(seen);
    }
  }

  /// Lets those go on who wait, though others will not come any more.
  void give_up() noexcept { phase_.advance(); }

  /// Nobody has come. While no thread is here.
  void reset() noexcept { arrived_.store(0, detail::memory_order_relaxed); }

 private:
  alignas(64) detail::atomic<std::uint32_t> arrived_{0};
  alignas(64) phase_word phase_;
};

}  // namespace nuthatch::openmp
