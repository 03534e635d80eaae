// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// Sleeps while the word holds `expected`: until woken, until the deadline (on the monotonic clock;
/// null means none), or spuriously. Provides no ordering. Preserves errno.
void futex_wait(detail::atomic<std::uint32_t>& word,
                std::uint32_t expected,
                const timespec* deadline) noexcept;

/// Wakes at most `most` sleepers. Does not read the word, whose memory may be gone. Preserves
/// errno.
void futex_wake(detail::atomic<std::uint32_t>* word, int most) noexcept;

inline constexpr int wake_all = std::numeric_limits<int>::max();

}  // namespace nuthatch::platform
