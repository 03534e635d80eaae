// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/thread_safety.hpp"
#include "platform/platform.hpp"

namespace nuthatch::scheduling {

/// Mutual exclusion that is almost free for one thread, and expensive for all others.
///
/// | operation                 | who may call                                        |
/// |---------------------------|-----------------------------------------------------|
/// | owner_enter, owner_leave  | the owner, in turn                                  |
/// | thief_enter               | any other worker; false: not now                    |
/// | thief_leave               | the same worker, after thief_enter was true         |
///
/// Invariants:
///  BL1 The owner is in its section only while inside_ is set and, after setting it, the owner has
///      seen taken_ not set; a thief only while it has set taken_ and, after that, seen inside_ not
///      set.
///  BL2 Of two threads that come at the same time, at least one sees the other: Dekker's argument,
///      for which each must have its store visible before it loads. The thief ensures both: between
///      its store and its load all threads execute a fence (fence_all). A store of the owner from
///      before that fence is visible to the thief's load; a load from after it sees the thief's
///      store. So the owner's store and loads are plain, in program order.
///  BL3 An owner that comes second withdraws its claim, so that the thief, which has paid for a
///      fence, need not give up. When that thief has left, the owner claims again, and keeps the
///      claim: no further thief enters before it. Almost all thieves see the claim before they set
///      taken_, and these do not make the owner wait.
///
/// Without fence_all, the owner executes a fence each time, as part of a sequentially
/// consistent exchange.
///
/// Progress: the second thread to enter waits (the owner) or gives up (a thief). From its second
/// claim on, the owner waits for at most one thief's section, and for the fences of thieves that
/// came at the same time. Before that it waits until it has seen taken_ clear; thieves that follow
/// each other without a gap that it sees enter meanwhile. All sections are short, but a thief that
/// is preempted in one delays the owner until the thread runs again.
///
/// Memory order: each side leaves with a release that the other side's load acquires.
class NUTHATCH_CAPABILITY("biased_lock") biased_lock {
 public:
  /// `thieves_fence`: whether thieves can execute fence_all, so that the owner need not fence.
  explicit biased_lock(bool thieves_fence) noexcept : thieves_fence_(thieves_fence) {}

  biased_lock(const biased_lock&) = delete;
  biased_lock& operator=(const biased_lock&) = delete;
  ~biased_lock() = default;

  void owner_enter(platform::worker_team& threads, unsigned owner) noexcept NUTHATCH_ACQUIRE() {
    owner_claim();
    if (taken_.load(detail::memory_order_seq_cst)) [[unlikely]] {  // a plain load on x86-64
      owner_leave();
      wait_for_thief(threads, owner);
      owner_claim();
      wait_for_thief(threads, owner);
    }
  }

  void owner_leave() noexcept NUTHATCH_RELEASE() {
    inside_.store(/*value=*/false, detail::memory_order_release);
  }

  [[nodiscard]] bool thief_enter(platform::worker_team& threads, unsigned thief)
      NUTHATCH_TRY_ACQUIRE(true) {
    if (inside_.load(detail::memory_order_relaxed)) {
      return false;  // BL3
    }
    if (taken_.exchange(/*value=*/true, detail::memory_order_seq_cst)) {
      return false;  // another thief
    }
    if (thieves_fence_) {
      threads.fence_all(thief);
    }
    if (!inside_.load(detail::memory_order_seq_cst)) {
      return true;
    }
    thief_leave();
    return false;
  }

  void thief_leave() noexcept NUTHATCH_RELEASE() {
    taken_.store(/*value=*/false, detail::memory_order_release);
  }

 private:
  void owner_claim() noexcept {
    if (thieves_fence_) {
      inside_.store(/*value=*/true, detail::memory_order_relaxed);  // BL2
      detail::compiler_fence();
    } else {
      static_cast<void>(inside_.exchange(/*value=*/true, detail::memory_order_seq_cst));
    }
  }

  [[gnu::cold]] void wait_for_thief(platform::worker_team& threads, unsigned owner) noexcept {
    for (unsigned step = 0; taken_.load(detail::memory_order_seq_cst); ++step) {
      threads.let_others(owner, step);
    }
  }

  const bool thieves_fence_;
  detail::atomic<bool> inside_{/*value=*/false};
  detail::atomic<bool> taken_{/*value=*/false};
};

}  // namespace nuthatch::scheduling
