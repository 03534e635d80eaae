// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only mutex. A build that explores interleavings replaces it by the one in exploring/.

#include <mutex>

#include "base/thread_safety.hpp"

namespace nuthatch::detail {

/// std::mutex with the annotations by which Clang checks who holds it.
class NUTHATCH_CAPABILITY("mutex") mutex {
 public:
  constexpr mutex() noexcept = default;
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;
  ~mutex() = default;

  void lock() NUTHATCH_ACQUIRE() { it_.lock(); }

  [[nodiscard]] bool try_lock() noexcept NUTHATCH_TRY_ACQUIRE(true) { return it_.try_lock(); }

  void unlock() noexcept NUTHATCH_RELEASE() { it_.unlock(); }

 private:
  std::mutex it_;
};

}  // namespace nuthatch::detail
