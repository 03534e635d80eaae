// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::detail {

/// Of a mutex: by the caller, as through try_lock.
struct locked_already {};

/// Holds a mutex as long as it lives. Who waits for a condition meanwhile gives it the mutex
/// itself.
class NUTHATCH_SCOPED_CAPABILITY mutex_lock {
 public:
  explicit mutex_lock(mutex& of) NUTHATCH_ACQUIRE(of) : of_(of) { of_.lock(); }

  mutex_lock(mutex& of, locked_already /*unused*/) NUTHATCH_REQUIRES(of) : of_(of) {}

  mutex_lock(const mutex_lock&) = delete;
  mutex_lock& operator=(const mutex_lock&) = delete;

  ~mutex_lock() NUTHATCH_RELEASE() { of_.unlock(); }

 private:
  mutex& of_;
};

}  // namespace nuthatch::detail
