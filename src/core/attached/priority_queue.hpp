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

/// Tasks that go before those in the scheduler's queues: the highest priority first, of equal ones
/// the oldest. One for the attached threads of a team, who seldom have any: who looks there reads
/// one word, which nobody writes as long as there are none.
///
/// | operation            | who may call                                                   |
/// |----------------------|----------------------------------------------------------------|
/// | any_put              | any thread                                                     |
/// | any_take_if          | an attached thread                                             |
/// | any_highest, _filled | any thread; sequentially consistent, for a sleeper's last look |
class priority_queue {
 public:
  /// `priority` is not 0. Throws std::bad_alloc.
  void any_put(work_item added, std::uint32_t priority) {
    const detail::mutex_lock lock(mutex_);
    by_priority_[priority].push_back(added);
    note_highest();
  }

  /// The first that is wanted(work), which is asked under the lock; empty when there is none.
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

  /// The highest that waits; 0 if none does.
  [[nodiscard]] std::uint32_t any_highest() const noexcept {
    return highest_.load(detail::memory_order_seq_cst);
  }

  [[nodiscard]] bool any_nonempty() const noexcept { return any_highest() != 0; }

 private:
  // Sequentially consistent: a publisher stores it and then looks for sleepers; a sleeper announces
  // itself and then looks here. One of them sees the other, see sleepers.
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
