// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/model/icvs.hpp"

namespace nuthatch::openmp {

/// The ICVs of a task: either those of its region, which outlive it, or a reference-counted copy
/// that a task has made for itself.
///
/// References are held by the task that made the copy, and by each deferred task that a task with
/// this copy has generated, until it completes. Immediate tasks need no reference: they run while a
/// holder does, on its stack.
class task_icvs {
 public:
  task_icvs() noexcept = default;

  /// Refers to ICVs that outlive the task.
  // NOLINTNEXTLINE(google-explicit-constructor): as a pointer to them
  task_icvs(const icvs* lasting) noexcept : bits_(reinterpret_cast<std::uintptr_t>(lasting)) {}

  [[nodiscard]] const icvs& operator*() const noexcept {
    return *reinterpret_cast<const icvs*>(bits_ & ~counted_bit);
  }

  [[nodiscard]] const icvs* operator->() const noexcept { return &**this; }

  [[nodiscard]] bool are_counted() const noexcept { return (bits_ & counted_bit) != 0; }

  /// Copies the ICVs. The caller gets the only reference. Ends the program if there is no memory.
  [[nodiscard]] task_icvs copy() const noexcept;

  /// Adds a reference. Called by a task that has these ICVs.
  [[nodiscard]] task_icvs add_ref() const noexcept {
    if (are_counted()) [[unlikely]] {
      // the caller has a reference
      counted_copy().ref_count.fetch_add(1, detail::memory_order_relaxed);
    }
    return *this;
  }

  /// Releases the caller's reference.
  void release() noexcept;

  /// Whether the caller has the only reference, and may change the ICVs.
  [[nodiscard]] bool is_unique() const noexcept {
    // Acquire: pairs with release(). Other holders have read the ICVs before.
    return counted_copy().ref_count.load(detail::memory_order_acquire) == 1;
  }

  /// Only for the holder of the only reference.
  [[nodiscard]] icvs& writable() noexcept { return counted_copy().all; }

 private:
  struct counted {
    icvs all;  // first: pointers to the two are interconvertible
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
