// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// The number of threads that run tasks of a team after the join. The thread that closes the region
/// waits until there are none: it spins for a while, then sleeps, and the last of them wakes it.
///
/// The lowest bit is set while that thread sleeps.
class unfinished_threads {
 public:
  /// Counts one more thread. Sequentially consistent.
  void enter() noexcept { word_.fetch_add(one, detail::memory_order_seq_cst); }

  /// Counts one thread less. The waiting thread sees what this thread did before.
  void leave() noexcept {
    if (word_.fetch_sub(one, detail::memory_order_release) == (one | sleep_bit)) [[unlikely]] {
      wake();
    }
  }

  /// Called by one thread at a time.
  void wait_for_none() noexcept {
    // Sequentially consistent, as in enter(): a thread that this load misses sees everything that
    // the caller did before.
    if (word_.load(detail::memory_order_seq_cst) != 0) {
      wait_for_none_slow();
    }
  }

  /// Sets the count to zero. No other thread may be here.
  void reset() noexcept { word_.store(0, detail::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t sleep_bit = 1;
  static constexpr std::uint32_t one = 2;

  [[gnu::noinline]] void wait_for_none_slow() noexcept;
  [[gnu::noinline]] void wake() noexcept;

  detail::atomic<std::uint32_t> word_{0};
};

}  // namespace nuthatch::openmp
