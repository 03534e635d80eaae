// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/atomic.hpp>

#include "openmp/locks/futex_lock.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

/// A lock that a task may take several times. All zero is free. Begins with a futex_lock.
class nest_lock {
 public:
  /// Returns how often the task has it.
  int lock() noexcept {
    if (!is_mine()) {
      lock_.lock();
      take();
    }
    return ++count_;
  }

  /// The same; 0 if another task has it.
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
  // Relaxed: a task finds itself there only if it wrote that.
  [[nodiscard]] bool is_mine() const noexcept {
    return owner_.load(detail::memory_order_relaxed) == current_task();
  }

  void take() noexcept { owner_.store(current_task(), detail::memory_order_relaxed); }

  futex_lock lock_;
  int count_ = 0;  // of who has the lock
  detail::atomic<const void*> owner_{nullptr};
};

static_assert(sizeof(nest_lock) == 16);

}  // namespace nuthatch::openmp
