// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/atomic.hpp>

#include "openmp/model/thread.hpp"
#include "openmp/synchronization/futex_lock.hpp"

namespace nuthatch::openmp {

/// A nestable lock, which a task owns. All zero means free. It begins with a futex_lock.
class nest_lock {
 public:
  /// Returns the nesting count.
  int lock() noexcept {
    if (!is_mine()) {
      lock_.lock();
      take();
    }
    return ++count_;
  }

  /// The same without waiting. Returns 0 if another task owns the lock.
  [[nodiscard]] int try_lock() noexcept {
    if (!is_mine()) {
      if (!lock_.try_lock()) {
        return 0;
      }
      take();
    }
    return ++count_;
  }

  void unlock() noexcept {
    if (--count_ == 0) {
      owner_.store(nullptr, detail::memory_order_relaxed);
      lock_.unlock();
    }
  }

 private:
  // Relaxed: a task reads its own address there only if it has written it.
  [[nodiscard]] bool is_mine() const noexcept {
    return owner_.load(detail::memory_order_relaxed) == current_task();
  }

  void take() noexcept { owner_.store(current_task(), detail::memory_order_relaxed); }

  futex_lock lock_;
  int count_ = 0;  // protected by the lock
  detail::atomic<const void*> owner_{nullptr};
};

static_assert(sizeof(nest_lock) == 16);

}  // namespace nuthatch::openmp
