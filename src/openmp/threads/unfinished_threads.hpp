// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// How many threads help a team whose members have left. Who closes the region waits until nobody
/// does: it looks for a while, then sleeps, and the last helper wakes it.
///
/// The lowest bit says that it sleeps.
class unfinished_threads {
 public:
  /// One more. Sequentially consistent.
  void enter() noexcept { word_.fetch_add(one, detail::memory_order_seq_cst); }

  /// What it did before, those see who waited.
  void leave() noexcept {
    if (word_.fetch_sub(one, detail::memory_order_release) == (one | sleep_bit)) [[unlikely]] {
      wake();
    }
  }

  /// One thread at a time.
  void wait_for_none() noexcept {
    // Sequentially consistent, as enter() is: whom this does not see, sees what was done before.
    if (word_.load(detail::memory_order_seq_cst) != 0) {
      wait_for_none_slow();
    }
  }

  /// Nobody helps. While no other thread is here.
  void reset() noexcept { word_.store(0, detail::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t sleep_bit = 1;
  static constexpr std::uint32_t one = 2;

  [[gnu::noinline]] void wait_for_none_slow() noexcept;
  [[gnu::noinline]] void wake() noexcept;

  detail::atomic<std::uint32_t> word_{0};
};

}  // namespace nuthatch::openmp
