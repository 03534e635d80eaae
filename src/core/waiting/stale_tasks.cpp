// SPDX-License-Identifier: Apache-2.0
#include "core/waiting/stale_tasks.hpp"

#include <utility>

#include "atomic/mutex_lock.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

using detail::future_base;
using detail::launched_operations;

namespace {

// The limit of stale tasks per worker, in bytes of task blocks: some thousand tasks. A task that
// gets futures in the wrong order leaves as many stale entries as there are tasks between two
// visits of its worker to the queue. Beyond the limit it is suspended, which is such a visit.
constexpr std::int64_t max_bytes = std::int64_t{1} << 20;

/// Null if it is not a launched task.
const launched_operations* launched(work_item what) noexcept {
  return what.what() == work_item::kind::task ? what.as_task().operations->launched : nullptr;
}

[[nodiscard]] bool take_newest(worker& self, work_item wanted) noexcept {
  return self.team().scheduler().owner_take_back(self, lane::off_chain, wanted);
}

/// Takes out the stale entries at the queue's newest end.
void drop_newest(worker& self) noexcept {
  scheduler& policy = self.team().scheduler();
  while (self.stale().bytes() != 0) {
    const work_item newest = policy.owner_peek_newest(self, lane::off_chain, work_item::kind::task);
    if (!newest || newest.what() != work_item::kind::task ||
        !policy.owner_take_back(self, lane::off_chain, newest)) {
      return;
    }
    newest.announce_taken();
    const launched_operations* const operations = launched(newest);
    if (operations == nullptr || operations->result(newest.as_task()).taker_seems_first()) {
      newest.announce_published();
      policy.owner_push(self, lane::off_chain, newest);
      return;
    }
    static_cast<void>(taker_may_begin(newest));
  }
}

}  // namespace

std::int64_t stale_tasks::bytes_of(const future_base& one) noexcept {
  return one.launched_->operations->launched->bytes;
}

void stale_tasks::owner_add(future_base& begun) noexcept {
  const detail::mutex_lock lock(mutex_);
  begun.older_stale_ = newest_;
  begun.newer_stale_ = nullptr;
  if (newest_ != nullptr) {
    newest_->newer_stale_ = &begun;
  }
  newest_ = &begun;
  begun.stale_in_ = this;
  bytes_.fetch_add(bytes_of(begun), detail::memory_order_relaxed);
}

void stale_tasks::any_remove(future_base& gone) noexcept {
  const detail::mutex_lock lock(mutex_);
  if (gone.older_stale_ != nullptr) {
    gone.older_stale_->newer_stale_ = gone.newer_stale_;
  }
  if (gone.newer_stale_ != nullptr) {
    gone.newer_stale_->older_stale_ = gone.older_stale_;
  } else {
    newest_ = gone.older_stale_;
  }
  bytes_.fetch_sub(bytes_of(gone), detail::memory_order_relaxed);
}

future_base* stale_tasks::newest() noexcept {
  const detail::mutex_lock lock(mutex_);
  return newest_;
}

void stale_tasks::drop_all() noexcept {
  while (future_base* const first = newest()) {
    static_cast<void>(first->taker_claim());
    first->taker_drop();
  }
}

bool may_become_stale(worker& self, work_item waiting) noexcept {
  return self.stale().bytes() < max_bytes ||
         self.team().scheduler().owner_peek_newest(self, lane::off_chain, work_item::kind::task) ==
             waiting;
}

bool take_claimed(worker& self, work_item claimed) noexcept {
  if (!take_newest(self, claimed)) {
    drop_newest(self);
    if (!take_newest(self, claimed)) {
      return false;
    }
  }
  drop_newest(self);
  return true;
}

bool taker_may_begin(work_item taken) noexcept {
  const launched_operations* const operations = launched(taken);
  if (operations == nullptr) {
    return true;
  }
  future_base& result = operations->result(taken.as_task());
  switch (result.taker_claim()) {
    case future_base::taken_task::run:
      return true;
    case future_base::taken_task::leave:
      break;
    case future_base::taken_task::drop:
      result.taker_drop();
      break;
  }
  return false;
}

}  // namespace nuthatch::core
