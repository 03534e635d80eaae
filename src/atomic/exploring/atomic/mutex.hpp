// SPDX-License-Identifier: Apache-2.0
#pragma once

// Replaces atomic/mutex.hpp in builds that explore interleavings, where each attempt to lock is a
// choice point. All threads that lock it share one OS thread.

#include <atomic>
#include <type_traits>

#include "atomic/explorer.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::detail {

class NUTHATCH_CAPABILITY("mutex") mutex {
 public:
  constexpr mutex() noexcept {
    if (!std::is_constant_evaluated() && exploring::present != nullptr) {
      exploring::present->begin_life(this);
    }
  }

  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;
  ~mutex() = default;

  void lock() noexcept NUTHATCH_ACQUIRE() {
    exploring::explorer* const present = exploring::present;
    if (present != nullptr) {
      present->before({this, true});
      while (locked_) {
        present->locked_out();
        present->before({this, true});
      }
      present->exchange(this, 0, 1, std::memory_order_acquire);
    }
    locked_ = true;
  }

  [[nodiscard]] bool try_lock() noexcept NUTHATCH_TRY_ACQUIRE(true) {
    exploring::explorer* const present = exploring::present;
    if (present != nullptr) {
      present->before({this, true});
    }
    if (locked_) {
      return false;
    }
    if (present != nullptr) {
      present->exchange(this, 0, 1, std::memory_order_acquire);
    }
    locked_ = true;
    return true;
  }

  void unlock() noexcept NUTHATCH_RELEASE() {
    exploring::explorer* const present = exploring::present;
    if (present != nullptr) {
      present->before({this, true});
      present->store(this, 1, 0, std::memory_order_release);
      present->unlocked();
    }
    locked_ = false;
  }

 private:
  bool locked_ = false;
};

}  // namespace nuthatch::detail
