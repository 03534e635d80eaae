// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// A thread that is outside of all regions, and all threads of the regions inside of it: for these
/// together there is a limit. They are counted only where there is one.
class contention_group {
 public:
  /// For a region: so many threads, or as many as the limit leaves. Any thread of the group.
  [[nodiscard]] std::uint32_t any_reserve(std::uint32_t wanted, std::uint32_t limit) noexcept {
    // Relaxed: nothing is read because of it.
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

  /// In the child of a fork, which has one thread.
  void reset_after_fork() noexcept { threads_.store(1, detail::memory_order_relaxed); }

 private:
  detail::atomic<std::uint32_t> threads_{1};
};

}  // namespace nuthatch::openmp
