// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// Sleeps while the word holds `expected`: until woken, until the deadline (by the monotonic clock,
/// null: none), or until no reason. Orders nothing. errno stays.
void futex_wait(detail::atomic<std::uint32_t>& word,
                std::uint32_t expected,
                const timespec* deadline) noexcept;

/// Wakes so many who sleep there. Does not read the word, whose memory may be gone. errno stays.
void futex_wake(detail::atomic<std::uint32_t>* word, int most) noexcept;

inline constexpr int wake_all = std::numeric_limits<int>::max();

}  // namespace nuthatch::platform
