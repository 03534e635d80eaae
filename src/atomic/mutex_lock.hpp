// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::detail {

/// Tag: the caller has locked the mutex already, for example by try_lock.
struct locked_already {};

/// Holds a mutex as long as it lives. To wait for a condition variable, pass the mutex and not this
/// lock.
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
