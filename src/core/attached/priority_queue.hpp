// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"
#include "core/work_item_list.hpp"

namespace nuthatch::core {

/// Tasks that precede those in the scheduler's queues: highest priority first, oldest first among
/// equals. The attached threads of a team share one and rarely use it: looking there reads one
/// word, which no thread writes while there are no such tasks.
///
/// | operation     | who may call                                                   |
/// |---------------|----------------------------------------------------------------|
/// | any_put       | any thread                                                     |
/// | any_take_if   | an attached thread                                             |
/// | any_highest,  | any thread; sequentially consistent, for a sleeper's last look |
/// | any_nonempty  |                                                                |
class priority_queue {
 public:
  /// `priority` is not 0. Throws std::bad_alloc.
  void any_put(work_item added, std::uint32_t priority) {
    const detail::mutex_lock lock(mutex_);
    by_priority_[priority].push_back(added);
    note_highest();
  }

  /// Takes the first item for which wanted(item) is true, which is called under the lock. Empty if
  /// there is none.
  template <class Wanted>
  [[nodiscard]] work_item any_take_if(Wanted&& wanted) {
    if (!any_nonempty()) {
      return {};
    }
    const detail::mutex_lock lock(mutex_);
    for (auto at = by_priority_.begin(); at != by_priority_.end(); ++at) {
      if (const work_item found = at->second.take_first_if(wanted)) {
        if (at->second.empty()) {
          by_priority_.erase(at);
          note_highest();
        }
        return found;
      }
    }
    return {};
  }

  /// The highest priority that is queued; 0 if there is none.
  [[nodiscard]] std::uint32_t any_highest() const noexcept {
    return highest_.load(detail::memory_order_seq_cst);
  }

  [[nodiscard]] bool any_nonempty() const noexcept { return any_highest() != 0; }

 private:
  // Sequentially consistent: a publisher stores it and then looks for sleepers; a sleeper announces
  // itself and then looks here. One of them sees the other; see sleepers.
  void note_highest() noexcept NUTHATCH_REQUIRES(mutex_) {
    const std::uint32_t now = by_priority_.empty() ? 0 : by_priority_.begin()->first;
    if (highest_.load(detail::memory_order_relaxed) != now) {
      highest_.store(now, detail::memory_order_seq_cst);
    }
  }

  detail::mutex mutex_;
  std::map<std::uint32_t, work_item_list, std::greater<>> by_priority_ NUTHATCH_GUARDED_BY(mutex_);
  detail::atomic<std::uint32_t> highest_{0};
};

}  // namespace nuthatch::core
