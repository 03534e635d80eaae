// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::detail {
struct join_counter;
}  // namespace nuthatch::detail

namespace nuthatch::core {

/// Attached threads that are asleep and may run only certain tasks. Waking an arbitrary attached
/// thread for a task does not suffice: that thread may not be permitted to run it, while one that
/// is permitted sleeps on. So each push picks a thread that may run the task.
///
/// | operation      | who may call                                            |
/// |----------------|---------------------------------------------------------|
/// | owner_announce | an attached thread about to sleep, before its last look |
/// | owner_withdraw | the same attached thread, awake again                   |
/// | any_nonempty   | a thread that has put a task                            |
/// | any_pick       | the same; `join` has to exist                           |
/// | any_pick_all   | a thread that has put tasks whose join may be gone      |
///
/// No wake-up is lost. Invariants:
///  1. A thread that falls asleep is in count_ before it looks at all queues; a thread that puts a
///     task looks at count_ afterwards. Both are sequentially consistent, see sleepers. If a queue
///     was not empty before, its lock orders the two: the second to look into it sees what the
///     first did before.
///  2. A thread that was picked has a *token*: the join of the task. It searches, and runs that
///     task or another one of the same join, which the same attached threads may run. Or it finds
///     nothing, since another thread has the task. Otherwise, if it runs another task or leaves
///     without a search, it wakes all.
class selective_sleepers {
 public:
  using task_join = const detail::join_counter*;

  struct sleeper {
    unsigned index;  ///< of its worker
    bool (*may_run_from)(const void* of, task_join join) noexcept;
    const void* of;
  };

  void owner_announce(const sleeper& self) {
    const detail::mutex_lock lock(mutex_);
    asleep_.push_back({self, nullptr});
    count_.fetch_add(1, detail::memory_order_seq_cst);
  }

  /// Returns the join that the thread was picked for, or null if it was not picked.
  task_join owner_withdraw(unsigned index) {
    const detail::mutex_lock lock(mutex_);
    for (std::size_t i = 0; i < asleep_.size(); ++i) {
      if (asleep_[i].who.index == index) {
        const task_join token = asleep_[i].token;
        count_.fetch_sub(token == nullptr ? 1 : 0, detail::memory_order_relaxed);
        asleep_.erase(asleep_.begin() + static_cast<std::ptrdiff_t>(i));
        return token;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool any_nonempty() const noexcept {
    return count_.load(detail::memory_order_seq_cst) != 0;
  }

  /// Picks a thread that may run tasks of `join` and was not picked before. Returns false if there
  /// is none.
  [[nodiscard]] bool any_pick(task_join join, unsigned& index) {
    const detail::mutex_lock lock(mutex_);
    for (one& each : asleep_) {
      if (each.token == nullptr && each.who.may_run_from(each.who.of, join)) {
        each.token = join;
        index = each.who.index;
        count_.fetch_sub(1, detail::memory_order_relaxed);
        return true;
      }
    }
    return false;
  }

  /// Calls wake(index) for each thread, and gives out no token.
  template <class Wake>
  void any_pick_all(Wake&& wake) {
    const detail::mutex_lock lock(mutex_);
    for (const one& each : asleep_) {
      wake(each.who.index);
    }
  }

 private:
  struct one {
    sleeper who;
    task_join token;
  };

  detail::mutex mutex_;
  std::vector<one> asleep_ NUTHATCH_GUARDED_BY(mutex_);
  detail::atomic<std::uint32_t> count_{0};  // of threads without a token
};

}  // namespace nuthatch::core
