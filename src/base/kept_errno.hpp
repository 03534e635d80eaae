// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>

namespace nuthatch::base {

/// Restores errno at the end of its lifetime, whatever system calls fail in between.
class kept_errno {
 public:
  kept_errno() noexcept = default;
  kept_errno(const kept_errno&) = delete;
  kept_errno& operator=(const kept_errno&) = delete;

  ~kept_errno() { errno = kept_; }

 private:
  int kept_ = errno;
};

}  // namespace nuthatch::base
