// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "base/capacity.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::platform {

/// A lock for sections of a few dozen instructions: acquiring it takes one locked instruction,
/// releasing it none. A thread that finds it taken retries, and lets other threads run in between,
/// because the holder may not be running.
///
/// | operation    | who may call                        |
/// |--------------|-------------------------------------|
/// | lock         | any thread that does not hold it    |
/// | unlock       | the holder                          |
class NUTHATCH_CAPABILITY("mutex") short_lock {
 public:
  constexpr short_lock() noexcept = default;
  short_lock(const short_lock&) = delete;
  short_lock& operator=(const short_lock&) = delete;
  ~short_lock() = default;

  /// Returns true if it had to wait.
  bool lock() noexcept NUTHATCH_ACQUIRE() {
    if constexpr (is_mutex) {
      mutex_.lock();
      return false;
    } else {
      // Acquire: pairs with the release of the last holder, which wrote what the lock guards.
      if (!taken_.exchange(/*value=*/true, detail::memory_order_acquire)) [[likely]] {
        return false;
      }
      lock_slow();
      return true;
    }
  }

  void unlock() noexcept NUTHATCH_RELEASE() {
    if constexpr (is_mutex) {
      mutex_.unlock();
    } else {
      taken_.store(/*value=*/false, detail::memory_order_release);
    }
  }

 private:
  // Where interleavings are explored, retrying would never end.
  static constexpr bool is_mutex = base::capacity(/*usual=*/false, /*small=*/true);

  struct nothing {
    void lock() noexcept {}

    void unlock() noexcept {}
  };

  void lock_slow() noexcept;

  detail::atomic<bool> taken_{/*value=*/false};
  [[no_unique_address]] std::conditional_t<is_mutex, detail::mutex, nothing> mutex_;
};

}  // namespace nuthatch::platform
