// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// An initial thread and all its descendant threads, whose number thread-limit-var bounds. They are
/// counted only if there is a limit.
class contention_group {
 public:
  /// Reserves threads for a region: `wanted` of them, or as many as the limit leaves. Any thread of
  /// the group.
  [[nodiscard]] std::uint32_t any_reserve(std::uint32_t wanted, std::uint32_t limit) noexcept {
    // Relaxed: the count publishes nothing.
    std::uint32_t seen = threads_.load(detail::memory_order_relaxed);
    std::uint32_t taken = 0;
    do {
      taken = std::min(wanted, limit > seen ? limit - seen : 0);
    } while (taken != 0 &&
             !threads_.compare_exchange_weak(
                 seen, seen + taken, detail::memory_order_relaxed, detail::memory_order_relaxed));
    return taken;
  }

  void any_release(std::uint32_t count) noexcept {
    threads_.fetch_sub(count, detail::memory_order_relaxed);
  }

  /// Called in the child of a fork, which has one thread.
  void reset_after_fork() noexcept { threads_.store(1, detail::memory_order_relaxed); }

 private:
  detail::atomic<std::uint32_t> threads_{1};
};

}  // namespace nuthatch::openmp
