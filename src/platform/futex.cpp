// SPDX-License-Identifier: Apache-2.0
#include "platform/futex.hpp"

#include <cerrno>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/assert.hpp"

namespace nuthatch::platform {

// The kernel compares four bytes at the word's address with a plain value.
static_assert(sizeof(detail::atomic<std::uint32_t>) == sizeof(std::uint32_t));

void futex_wait(detail::atomic<std::uint32_t>& word,
                std::uint32_t expected,
                const timespec* deadline) noexcept {
  const int before = errno;
  const auto result = syscall(SYS_futex,
                              &word,
                              FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG,
                              expected,
                              deadline,
                              nullptr,
                              FUTEX_BITSET_MATCH_ANY);
  NUTHATCH_ASSERT(result == 0 || errno == EAGAIN || errno == EINTR || errno == ETIMEDOUT);
  errno = before;
}

void futex_wake(detail::atomic<std::uint32_t>* word, int most) noexcept {
  const int before = errno;
  // An error can only mean that the memory is unmapped.
  static_cast<void>(
      syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, most, nullptr, nullptr, 0));
  errno = before;
}

}  // namespace nuthatch::platform
