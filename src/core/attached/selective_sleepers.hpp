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

/// Attached threads that sleep and may run some tasks only. To wake any attached thread for a task
/// would not do: it may be one who may not run it, while one who may sleeps on. So each push picks
/// one who may.
///
/// | operation      | who may call                                            |
/// |----------------|---------------------------------------------------------|
/// | owner_announce | an attached thread about to sleep, before its last look |
/// | owner_withdraw | the same attached thread, awake again                   |
/// | any_nonempty   | who has put a task                                      |
/// | any_pick       | the same; what `join` names has to be there             |
/// | any_pick_all   | who has put tasks of which it does not know that        |
///
/// No wake-up is lost. Invariants:
///  1. Who falls asleep looks at all queues after it is in count_; who puts a task looks at count_
///     after that. Both sequentially consistent, see sleepers. Where a queue was filled already,
///     its lock orders the two: who looks second into it has seen what the other did before.
///  2. Who was picked has a *token*: the join of the task. It looks, and runs that task or another
///     of the same join, which the same attached threads may run. Or it finds nothing: then
///     somebody has it. Else, if it runs another one or leaves without a look, it wakes all.
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

  /// The join for which it was picked; null: it was not.
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

  /// One who may run what that counts, and has not been picked. False if there is none.
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

  /// wake(index) for each, without a token.
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
  detail::atomic<std::uint32_t> count_{0};  // of those who have no token
};

}  // namespace nuthatch::core
