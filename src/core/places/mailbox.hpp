// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"
#include "core/work_item_list.hpp"

namespace nuthatch::core {

/// Work items that were sent to a place or worker and are in no worker's queue. Resumed tasks come
/// first, then the rest in the order of arrival. Each place has a mailbox (SLAW, section IV) for
/// what comes from other places and from outside of the team. Each worker has one, its *inbox*, for
/// what no other worker may take.
///
/// | operation    | who may call                                                            |
/// |--------------|-------------------------------------------------------------------------|
/// | any_post     | any thread; takes no memory                                             |
/// | any_take,    | a worker of the place; of an inbox, its own                             |
/// | ..._waited   |                                                                         |
/// | any_nonempty | any thread; sequentially consistent, as a sleeper's last look has to be |
class mailbox {
 public:
  /// Calls `wake()` before any worker can take the item. After that the team may be gone.
  template <class Wake>
  void any_post(work_item added, Wake&& wake) noexcept {
    const detail::mutex_lock lock(mutex_);
    const bool waited = added.what() == work_item::kind::continuation;
    const std::uint32_t count = waited ? resumed_.push_back(added) : fresh_.push_back(added);
    // Seq_cst: sleepers look at this queue too, see there. The lock orders the work item itself.
    count_.fetch_add(count, detail::memory_order_seq_cst);
    wake();
  }

  /// Takes the first item. Empty if there is none.
  [[nodiscard]] work_item any_take() { return take(/*only_waited=*/false); }

  /// Takes the first task that was waiting. Empty if there is none.
  [[nodiscard]] work_item any_take_continuation() { return take(/*only_waited=*/true); }

  /// Takes the oldest item for which wanted(item) is true. For workers that the mailbox does not
  /// belong to.
  template <class Wanted>
  [[nodiscard]] work_item any_take_if(Wanted&& wanted) {
    if (count_.load(detail::memory_order_acquire) == 0) {
      return {};
    }
    const detail::mutex_lock lock(mutex_);
    work_item found = fresh_.take_first_if(wanted);
    if (!found) {
      found = resumed_.take_first_if(wanted);
    }
    if (found) {
      count_.fetch_sub(1, detail::memory_order_release);
    }
    return found;
  }

  /// Whether there is an item for which wanted(item) is true.
  template <class Wanted>
  [[nodiscard]] bool any_has(Wanted&& wanted) {
    if (!any_nonempty()) {
      return false;
    }
    const detail::mutex_lock lock(mutex_);
    return fresh_.any_of(wanted) || resumed_.any_of(wanted);
  }

  [[nodiscard]] bool any_nonempty() const noexcept {
    return count_.load(detail::memory_order_seq_cst) != 0;
  }

  /// Whether there is a task that was waiting.
  [[nodiscard]] bool any_has_waited() {
    const detail::mutex_lock lock(mutex_);
    return !resumed_.empty();
  }

 private:
  [[nodiscard]] work_item take(bool only_waited) {
    if (count_.load(detail::memory_order_acquire) == 0) {
      return {};
    }
    const detail::mutex_lock lock(mutex_);
    const work_item first = (resumed_.empty() && !only_waited ? fresh_ : resumed_).pop_front();
    if (!first) {
      return {};
    }
    // Release: a worker that sees the mailbox empty sees everything that this worker did before.
    count_.fetch_sub(1, detail::memory_order_release);
    return first;
  }

  detail::mutex mutex_;
  work_item_list resumed_ NUTHATCH_GUARDED_BY(mutex_);
  work_item_list fresh_ NUTHATCH_GUARDED_BY(mutex_);
  detail::atomic<std::uint64_t> count_{0};
};

}  // namespace nuthatch::core
