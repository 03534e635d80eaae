// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/threads/controls.hpp"

namespace nuthatch::openmp {

/// Which control variables a task has: some that last as long as its region; or a copy that a task
/// has made for itself, which is there while anybody holds it.
///
/// Holders are the task that made the copy, and each deferred task that was made by a task with it,
/// until it has been executed. Tasks that are not deferred need no hold: they run while a holder
/// does, on its stack.
class task_controls {
 public:
  task_controls() noexcept = default;

  /// They last.
  // NOLINTNEXTLINE(google-explicit-constructor): as a pointer to them
  task_controls(const controls* lasting) noexcept
      : bits_(reinterpret_cast<std::uintptr_t>(lasting)) {}

  [[nodiscard]] const controls& operator*() const noexcept {
    return *reinterpret_cast<const controls*>(bits_ & ~held_bit);
  }

  [[nodiscard]] const controls* operator->() const noexcept { return &**this; }

  [[nodiscard]] bool are_held() const noexcept { return (bits_ & held_bit) != 0; }

  /// A copy of them, whose only holder is who asks. Ends the program if there is no memory.
  [[nodiscard]] task_controls copy() const noexcept;

  /// The same, for one more holder. By a task that has them.
  [[nodiscard]] task_controls hold() const noexcept {
    if (are_held()) [[unlikely]] {
      held().holders.fetch_add(1, detail::memory_order_relaxed);  // one is there
    }
    return *this;
  }

  /// By a holder, which has them no more.
  void let_go() noexcept;

  /// By a holder: whether it may change them.
  [[nodiscard]] bool is_only_holder() const noexcept {
    // Whoever let go of them has read them before: its release.
    return held().holders.load(detail::memory_order_acquire) == 1;
  }

  /// By the only holder.
  [[nodiscard]] controls& to_change() noexcept { return held().all; }

 private:
  struct counted {
    controls all;  // first: a pointer to either is one to the other
    detail::atomic<std::uint32_t> holders{1};
  };

  static constexpr std::uintptr_t held_bit = 1;
  static_assert(alignof(controls) > held_bit);

  [[nodiscard]] counted& held() const noexcept {
    return *reinterpret_cast<counted*>(bits_ & ~held_bit);
  }

  std::uintptr_t bits_ = 0;
};

}  // namespace nuthatch::openmp
