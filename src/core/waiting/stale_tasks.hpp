// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/future_state.hpp>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;

/// Launched tasks that a worker began for a waiting task while they lay inside a queue, which gives
/// out only what is at its ends. A worker that takes such an entry drops it. Entries that are never
/// taken are dropped when the team ends. See L2 and L3 of detail/future_state.hpp.
class stale_tasks {
 public:
  /// Task side, called by the worker whose tasks they are.
  void owner_add(detail::future_base& begun) noexcept;

  /// Any worker of the team.
  void any_remove(detail::future_base& gone) noexcept;

  /// The size in bytes of the task blocks that are retained this way. It only influences how the
  /// next tasks are run.
  [[nodiscard]] std::int64_t bytes() const noexcept {
    return bytes_.load(detail::memory_order_relaxed);
  }

  /// Drops all entries. Call it when the team's threads have ended.
  void drop_all() noexcept;

 private:
  [[nodiscard]] static std::int64_t bytes_of(const detail::future_base& one) noexcept;
  [[nodiscard]] detail::future_base* newest() noexcept;

  detail::mutex mutex_;
  detail::future_base* newest_ NUTHATCH_GUARDED_BY(mutex_) = nullptr;
  detail::atomic<std::int64_t> bytes_{0};
};

/// Whether the launched task `waiting` may begin before it is taken out of its queue: if it is the
/// newest there, or while there are not too many stale tasks. Task side.
[[nodiscard]] bool may_become_stale(worker& self, work_item waiting) noexcept;

/// Takes a launched task that the caller has claimed out of its queue. Returns false if the caller
/// cannot reach it there. Task side.
[[nodiscard]] bool take_claimed(worker& self, work_item claimed) noexcept;

/// Whether an item that was taken out of a queue is still to be begun. If it was begun meanwhile,
/// it is dropped, or belongs to the task that runs it: the caller must not touch it.
[[nodiscard]] bool taker_may_begin(work_item taken) noexcept;

}  // namespace nuthatch::core
