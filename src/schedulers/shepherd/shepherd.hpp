// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/cache_line.hpp"
#include "platform/platform.hpp"
#include "schedulers/shepherd/shared_deque.hpp"

namespace nuthatch::scheduling {

/// Some workers, the queue that they share, and which of them steals for all.
///
/// | operation         | who may call                                  |
/// |-------------------|-----------------------------------------------|
/// | any_become_thief  | a worker of the shepherd                      |
/// | thief_end         | the one for whom that was true, once          |
/// | all others        | any worker                                    |
///
/// Invariant:
///  T1  One worker at most is the thief. It is while it looks at other shepherds, and until what it
///      got is in the queue. So it never waits, sleeps or runs a task as the thief.
class shepherd {
 public:
  unsigned number = 0;
  std::vector<unsigned> workers;                  ///< in rising order
  std::vector<shepherd*> victims;                 ///< the others, the nearest first
  std::vector<std::size_t> ends_of_equally_near;  ///< in victims
  std::vector<core::work_item> stolen_batch;      ///< room for what one steal gets; the thief's
  bool takes_forks_alone = true;                  ///< see most_from()
  bool stolen_batch_is_off_chain = false;         ///< whether some of it is bound to no stack
  std::uint32_t low_water = 0;  ///< works that the queue should have where workers keep some
  shared_deque queue;
  platform::used_alone use;  ///< of the queue

  [[nodiscard]] bool has(unsigned worker) const noexcept {
    return std::ranges::binary_search(workers, worker);
  }

  /// How many work items a steal takes where that is the oldest. A fork of fork_join is one of a
  /// few halves, and what is newer is a part of the others: as much work alone as all that. It
  /// becomes works enough for all workers. The same goes for what a work-first spawner has yet to
  /// do. Children of a scope are many, and often equal.
  [[nodiscard]] unsigned most_from(core::work_item oldest) const noexcept {
    const core::work_item::kind kind = oldest.what();
    const bool alone = takes_forks_alone && (kind == core::work_item::kind::fork ||
                                             kind == core::work_item::kind::continuation);
    return alone ? 1 : static_cast<unsigned>(stolen_batch.size());
  }

  /// False where another worker is the thief.
  [[nodiscard]] bool any_become_thief(unsigned worker) noexcept {
    if (workers.size() == 1) {
      return true;  // nobody else could be
    }
    // Looked at first, as all look who are out of work. Acquire: pairs with thief_end, so that who
    // comes after it finds in the queue what it got.
    std::uint32_t now = role_.load(detail::memory_order_relaxed);
    return now == no_worker &&
           role_.compare_exchange_strong(
               now, worker, detail::memory_order_acquire, detail::memory_order_relaxed);
  }

  void thief_end(unsigned worker) noexcept {
    if (workers.size() > 1) {
      NUTHATCH_ASSERT(any_is_thief(worker), "T1");
      role_.store(no_worker, detail::memory_order_release);
    }
  }

  /// Of the worker that asks.
  [[nodiscard]] bool any_is_thief(unsigned worker) const noexcept {
    return role_.load(detail::memory_order_relaxed) == worker;
  }

 private:
  static constexpr std::uint32_t no_worker = ~0U;

  // The worker that is the thief. On a line of its own: those out of work look at it, the others at
  // the queue.
  alignas(base::interference_size) detail::atomic<std::uint32_t> role_{no_worker};
};

}  // namespace nuthatch::scheduling
