// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/dependence.hpp>

#include "base/sanitizers.hpp"

namespace nuthatch::detail {

void dependence::any_arrive(std::size_t events, task_end how) noexcept {
  base::announce_release(this);
  // Release: what the caller has seen of its antecedent. Acquire: what the others have.
  if (missing_.fetch_sub(events, memory_order_acq_rel) == events) {
    base::announce_acquire(this);
    dependent_->any_begin(how);
  }
}

void dependence::on_completion(future_waiter& self, task_end how) noexcept {
  static_cast<antecedent&>(self).of->any_arrive(1, how);
}

void dependence::begin(future_base& dependent, std::span<antecedent> before) noexcept {
  dependent_ = &dependent;
  base::announce_release(this);  // to whoever completes the last antecedent
  std::size_t complete = 0;
  for (antecedent& each : before) {
    each.of = this;
    if (!each.future->add_waiter(each)) {
      base::announce_acquire(each.future);
      ++complete;
    }
  }
  // If none was complete, the task may have been launched, and the closure be gone (R1).
  if (complete != 0 || before.empty()) {
    any_arrive(complete, task_end::ran);
  }
}

first_complete::first_complete(std::size_t antecedents)
    : entries_(std::make_unique<entry[]>(antecedents)),
      holders_(antecedents + 1) {}

first_complete::pointer first_complete::make(std::size_t antecedents) {
  return pointer(new first_complete(antecedents));
}

void first_complete::add(future_base& next) noexcept {
  entry& added = entries_[added_];
  added.completed = on_completion;
  added.future = &next;
  added.of = this;
  added.index = added_;
  ++added_;
}

void first_complete::begin(future_base& dependent) noexcept {
  launch_.dependent_ = &dependent;
  for (std::size_t i = 0; i < added_; ++i) {
    if (!entries_[i].future->add_waiter(entries_[i])) {
      base::announce_acquire(entries_[i].future);
      any_decide(i, task_end::ran);
      any_release(added_ - i);  // the closure, which still exists, holds it
      break;
    }
  }
  launch_.any_arrive(1, task_end::ran);
}

void first_complete::on_completion(future_waiter& self, task_end how) noexcept {
  const entry& mine = static_cast<entry&>(self);
  first_complete& of = *mine.of;
  of.any_decide(mine.index, how);
  of.any_release(1);
}

void first_complete::any_decide(std::size_t index, task_end how) noexcept {
  // Relaxed: `launch_` orders what the winner writes before the task that reads it.
  if (!decided_.exchange(/*value=*/true, memory_order_relaxed)) {
    index_ = index;
    launch_.any_arrive(1, how);
  }
}

void first_complete::any_release(std::size_t holders) noexcept {
  base::announce_release(this);
  // Release: the caller's accesses. Acquire: those of all others, before the object ends.
  if (holders_.fetch_sub(holders, memory_order_acq_rel) == holders) {
    base::announce_acquire(this);
    delete this;
  }
}

}  // namespace nuthatch::detail
