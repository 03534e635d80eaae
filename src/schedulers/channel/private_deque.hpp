// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/work_item.hpp"

namespace nuthatch::scheduling {

/// An unbounded double-ended queue of work items for a single thread, so nothing in it is atomic.
///
/// Invariant: the work lies in slots [top_, bottom_) of the ring, modulo its size.
class private_deque {
 public:
  /// Throws std::bad_alloc.
  private_deque();
  private_deque(const private_deque&) = delete;
  private_deque& operator=(const private_deque&) = delete;
  ~private_deque() = default;

  [[nodiscard]] std::size_t size() const noexcept { return bottom_ - top_; }

  /// Returns false, without adding anything, if the deque is full and there is no memory for a
  /// larger one.
  bool push(core::work_item added) noexcept {
    if (size() > mask_ && !grow()) {
      return false;
    }
    slots_[bottom_++ & mask_] = added;
    return true;
  }

  /// Returns the newest item without removing it; empty if there is none.
  [[nodiscard]] core::work_item newest() const noexcept {
    return size() == 0 ? core::work_item() : slots_[(bottom_ - 1) & mask_];
  }

  [[nodiscard]] core::work_item pop_newest() noexcept {
    return size() == 0 ? core::work_item() : slots_[--bottom_ & mask_];
  }

  [[nodiscard]] core::work_item pop_oldest() noexcept {
    return size() == 0 ? core::work_item() : slots_[top_++ & mask_];
  }

  /// Removes the oldest continuation; empty if there is none. All other items keep their order.
  [[nodiscard]] core::work_item take_continuation() noexcept;

 private:
  bool grow() noexcept;

  std::size_t top_ = 0;
  std::size_t bottom_ = 0;
  std::size_t mask_;
  std::unique_ptr<core::work_item[]> slots_;
};

}  // namespace nuthatch::scheduling
