// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "platform/platform.hpp"
#include "schedulers/shepherd/shared_deque.hpp"

namespace nuthatch::scheduling {

/// A group of workers, the queue that they share, and which of them steals for all.
///
/// | operation         | who may call                                  |
/// |-------------------|-----------------------------------------------|
/// | any_become_thief  | a worker of the shepherd                      |
/// | thief_end         | the worker for which that was true, once      |
/// | all others        | any worker                                    |
///
/// Invariant:
///  T1  At most one worker is the thief: while it searches other shepherds, and until what it got
///      is in the queue. So it never waits, sleeps or runs a task as the thief.
class shepherd {
 public:
  unsigned number = 0;
  std::vector<unsigned> workers;                  ///< in rising order
  std::vector<shepherd*> victims;                 ///< the other shepherds, nearest first
  std::vector<std::size_t> ends_of_equally_near;  ///< in victims
  std::vector<core::work_item> stolen_batch;      ///< room for the result of one steal; the thief's
  std::uint32_t steal_chunk = 1;                  ///< items per steal, from a short queue
  bool takes_forks_alone = true;                  ///< see max_from()
  bool stolen_batch_is_off_chain = false;         ///< whether some of it is bound to no stack
  std::uint32_t low_water = 0;  ///< minimal number of items in the queue while workers keep some
  shared_deque queue;
  platform::used_alone use;  ///< of the queue

  [[nodiscard]] bool has(unsigned worker) const noexcept {
    return std::ranges::binary_search(workers, worker);
  }

  /// Returns the maximal size of a steal whose oldest item is `oldest`. A fork of fork_join is one
  /// of a few halves, and newer items are parts of the others: it alone is as much work as all of
  /// these, and becomes work for all workers. The same holds for the continuation of a work-first
  /// spawner. Children of a scope are many, and often equal.
  ///
  /// `there` is the length of the queue. A part of a long one is more than a chunk, as far as
  /// there is room: in a recursion queues are short, so these are many tasks of one loop.
  [[nodiscard]] unsigned max_from(core::work_item oldest, std::uint32_t there) const noexcept {
    const core::work_item::kind kind = oldest.what();
    const bool alone = takes_forks_alone && (kind == core::work_item::kind::fork ||
                                             kind == core::work_item::kind::continuation);
    const auto room = static_cast<std::uint32_t>(stolen_batch.size());
    return alone ? 1 : std::clamp(there / parts_of_long_queue, steal_chunk, room);
  }

  /// Returns false if another worker is the thief.
  [[nodiscard]] bool any_become_thief(unsigned worker) noexcept {
    if (workers.size() == 1) {
      return true;  // there is no other candidate
    }
    // Loaded first, because all idle workers call this. Acquire: pairs with thief_end, so that the
    // next thief finds in the queue what the previous one got.
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

  /// `worker` is the calling worker.
  [[nodiscard]] bool any_is_thief(unsigned worker) const noexcept {
    return role_.load(detail::memory_order_relaxed) == worker;
  }

 private:
  static constexpr std::uint32_t no_worker = ~0U;
  static constexpr std::uint32_t parts_of_long_queue = base::capacity<std::uint32_t>(16, 2);

  // The worker that is the thief. On a separate cache line: idle workers read it, the others read
  // the queue.
  alignas(base::interference_size) detail::atomic<std::uint32_t> role_{no_worker};
};

}  // namespace nuthatch::scheduling
