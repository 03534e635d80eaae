// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/future_state.hpp>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;

/// Launched tasks that a worker has begun where somebody waited for them, while they lay in a queue
/// which gives out only what is at its ends. Whoever comes upon such an entry drops it; what nobody
/// comes upon is dropped when the team ends. See L2 and L3 of detail/future_state.hpp.
class stale_tasks {
 public:
  /// Task side, of the worker whose tasks they are.
  void owner_add(detail::future_base& begun) noexcept;

  /// Any worker of the team.
  void any_remove(detail::future_base& gone) noexcept;

  /// How many bytes of task blocks are kept so. Decides nothing but how the next ones are run.
  [[nodiscard]] std::int64_t bytes() const noexcept {
    return bytes_.load(detail::memory_order_relaxed);
  }

  /// Drops them all. When the team's threads have ended.
  void drop_all() noexcept;

 private:
  [[nodiscard]] static std::int64_t bytes_of(const detail::future_base& one) noexcept;
  [[nodiscard]] detail::future_base* newest() noexcept;

  detail::mutex mutex_;
  detail::future_base* newest_ NUTHATCH_GUARDED_BY(mutex_) = nullptr;
  detail::atomic<std::int64_t> bytes_{0};
};

/// Whether the launched task `waiting` may be begun before it is taken out of its queue: where it
/// is the newest there, or while there are not too many stale ones. Task side.
[[nodiscard]] bool may_become_stale(worker& self, work_item waiting) noexcept;

/// Takes a launched task that the caller has claimed out of its queue. False when it lies where the
/// caller does not reach. Task side.
[[nodiscard]] bool take_claimed(worker& self, work_item claimed) noexcept;

/// Whether a work item that was taken out of a queue is still to be begun. One that was begun
/// meanwhile is dropped, or belongs to who runs it: the caller must not touch it.
[[nodiscard]] bool taker_may_begin(work_item taken) noexcept;

}  // namespace nuthatch::core
