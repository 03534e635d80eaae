// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::core {

/// The workers of a place that are out of work: those that search, and those that sleep. Selects
/// the worker to wake; the platform does the parking. A new worker counts as searching from the
/// creation of its team, and a woken one from when it was picked. So a worker that spawns meanwhile
/// knows of them.
///
/// | operation           | who may call                                               |
/// |---------------------|------------------------------------------------------------|
/// | owner_announce      | a worker about to sleep, before its last look for work     |
/// | owner_withdraw      | the same worker, when it found some or woke without reason |
/// | owner_begin_search  | a worker that begins to search for work                    |
/// | owner_found         | the same worker, when it has some                          |
/// | has_sleeper         | a publisher of work                                        |
/// | any_pick            | any thread that wants to wake a worker                     |
/// | any_pick_this       | any thread that has work for one worker only               |
/// | any_likely_has_idle | any thread that has work to publish                        |
///
/// No wake-up is lost. A sleeper adds itself to count_ and then looks at all queues; a publisher
/// fills a queue and then looks at count_. All four accesses are sequentially consistent, so in
/// their single order one of the two comes second in both and sees the other. No fence is needed,
/// so ThreadSanitizer, which does not model fences, can follow; on x86-64 the publisher's look is a
/// plain load.
class sleepers {
 public:
  explicit sleepers(unsigned workers) : searching_(workers) { asleep_.reserve(workers); }

  void owner_begin_search() noexcept { searching_.fetch_add(1, detail::memory_order_relaxed); }

  void owner_found() noexcept { searching_.fetch_sub(1, detail::memory_order_relaxed); }

  /// The number of workers that search for work, are about to, or are on the way to sleep. A hint.
  [[nodiscard]] std::uint32_t searching() const noexcept {
    return searching_.load(detail::memory_order_relaxed);
  }

  /// Whether any worker is out of work. A hint that misses no worker: one that falls asleep or is
  /// picked counts as both for a moment, and `searching_` is read before and after.
  [[nodiscard]] bool any_likely_has_idle() const noexcept {
    return searching_.load(detail::memory_order_acquire) != 0 ||
           count_.load(detail::memory_order_acquire) != 0 || searching() != 0;
  }

  void owner_announce(unsigned index) {
    const detail::mutex_lock lock(mutex_);
    asleep_.push_back(index);
    count_.fetch_add(1, detail::memory_order_seq_cst);
    searching_.fetch_sub(1, detail::memory_order_release);
  }

  /// Does nothing if the worker was picked already; its wake-up token is then on the way.
  void owner_withdraw(unsigned index) { static_cast<void>(any_pick_this(index)); }

  [[nodiscard]] bool has_sleeper() const noexcept {
    return count_.load(detail::memory_order_seq_cst) != 0;
  }

  /// As has_sleeper, for a publisher whose store is not sequentially consistent. The
  /// read-modify-write either comes after a sleeper's, and sees it, or the sleeper's reads it and
  /// then sees what was published.
  [[nodiscard]] bool has_sleeper_ordered() noexcept {
    return count_.fetch_add(0, detail::memory_order_seq_cst) != 0;
  }

  [[nodiscard]] std::uint32_t any_count() const noexcept {
    return count_.load(detail::memory_order_seq_cst);
  }

  /// Returns whether there seems to be a sleeper. A hint only.
  [[nodiscard]] bool likely_has_sleeper() const noexcept {
    return count_.load(detail::memory_order_relaxed) != 0;
  }

  /// Picks the worker that fell asleep last, whose caches are the warmest, among those for which
  /// wanted(index) is true. It no longer counts as asleep. Returns false if there is none.
  template <class Wanted>
  [[nodiscard]] bool any_pick_if(unsigned& index, Wanted&& wanted) {
    const detail::mutex_lock lock(mutex_);
    for (std::size_t i = asleep_.size(); i > 0; --i) {
      if (wanted(asleep_[i - 1])) {
        index = asleep_[i - 1];
        asleep_.erase(asleep_.begin() + static_cast<std::ptrdiff_t>(i - 1));
        searching_.fetch_add(1, detail::memory_order_relaxed);
        count_.fetch_sub(1, detail::memory_order_acq_rel);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool any_pick(unsigned& index) {
    return any_pick_if(index, [](unsigned) { return true; });
  }

  /// Picks this worker. Returns false if it does not sleep, or was picked already.
  [[nodiscard]] bool any_pick_this(unsigned index) {
    unsigned found = 0;
    return any_pick_if(found, [index](unsigned each) { return each == index; });
  }

 private:
  detail::mutex mutex_;
  std::vector<unsigned> asleep_ NUTHATCH_GUARDED_BY(mutex_);
  detail::atomic<std::uint32_t> count_{0};
  // On a separate cache line: thieves write it, publishers read count_.
  alignas(base::interference_size) detail::atomic<std::uint32_t> searching_;
};

}  // namespace nuthatch::core
