// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/threads/icvs.hpp"

namespace nuthatch::openmp {

/// Which control variables a task has: some that last as long as its region; or a copy that a task
/// has made for itself, which is there while anybody holds it.
///
/// Holders are the task that made the copy, and each deferred task that was made by a task with it,
/// until it has been executed. Tasks that are not deferred need no hold: they run while a holder
/// does, on its stack.
class task_icvs {
 public:
  task_icvs() noexcept = default;

  /// They last.
  // NOLINTNEXTLINE(google-explicit-constructor): as a pointer to them
  task_icvs(const icvs* lasting) noexcept : bits_(reinterpret_cast<std::uintptr_t>(lasting)) {}

  [[nodiscard]] const icvs& operator*() const noexcept {
    return *reinterpret_cast<const icvs*>(bits_ & ~counted_bit);
  }

  [[nodiscard]] const icvs* operator->() const noexcept { return &**this; }

  [[nodiscard]] bool are_counted() const noexcept { return (bits_ & counted_bit) != 0; }

  /// A copy of them, whose only holder is who asks. Ends the program if there is no memory.
  [[nodiscard]] task_icvs copy() const noexcept;

  /// The same, for one more holder. By a task that has them.
  [[nodiscard]] task_icvs add_ref() const noexcept {
    if (are_counted()) [[unlikely]] {
      counted_copy().ref_count.fetch_add(1, detail::memory_order_relaxed);  // one is there
    }
    return *this;
  }

  /// By a holder, which has them no more.
  void release() noexcept;

  /// By a holder: whether it may change them.
  [[nodiscard]] bool is_unique() const noexcept {
    // Whoever let go of them has read them before: its release.
    return counted_copy().ref_count.load(detail::memory_order_acquire) == 1;
  }

  /// By the only holder.
  [[nodiscard]] icvs& writable() noexcept { return counted_copy().all; }

 private:
  struct counted {
    icvs all;  // first: a pointer to either is one to the other
    detail::atomic<std::uint32_t> ref_count{1};
  };

  static constexpr std::uintptr_t counted_bit = 1;
  static_assert(alignof(icvs) > counted_bit);

  [[nodiscard]] counted& counted_copy() const noexcept {
    return *reinterpret_cast<counted*>(bits_ & ~counted_bit);
  }

  std::uintptr_t bits_ = 0;
};

}  // namespace nuthatch::openmp
