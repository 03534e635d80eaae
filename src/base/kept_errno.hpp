// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>

namespace nuthatch::base {

/// errno is the same afterwards, whatever calls of the system between fail.
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
