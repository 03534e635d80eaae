// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/future_state.hpp>

#include "base/sanitizers.hpp"
#include "core/team.hpp"
#include "core/waiting/hidden_context.hpp"
#include "core/waiting/parked.hpp"
#include "core/waiting/stale_tasks.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

namespace {

/// A task or foreign thread that waits for a future.
struct parked_waiter : future_waiter, core::parked {
  parked_waiter() noexcept : future_waiter{resume} {}

  static void resume(future_waiter& self, task_end /*how*/) noexcept {
    core::any_resume(static_cast<parked_waiter&>(self));
  }
};

}  // namespace

void future_base::launch(worker* self, task* made) {
  if (self == nullptr) {
    launch_from_foreign(made);
    return;
  }
  auto& keeper = static_cast<core::worker&>(*self);
  assign(keeper.team(), keeper.where().index, made);
  keeper_.store(&keeper, memory_order_relaxed);
  keeper.push_launched(*made);
}

void future_base::launch_later(worker* self, task* made) {
  if (self == nullptr) {
    assign_to_default(made);
  } else {
    auto& here = static_cast<core::worker&>(*self);
    assign(here.team(), here.where().index, made);
  }
  phase_.store(phase::dependent, memory_order_relaxed);  // L5
}

void future_base::any_begin(task_end of_antecedent) noexcept {
  auto* const self = static_cast<core::worker*>(this_worker());
  if (self != nullptr && &self->team() == team_ && of_antecedent == task_end::ran) {
    keeper_.store(self, memory_order_relaxed);
    self->push_launched(*launched_);
  } else {
    team_->any_inject(core::work_item::task(*launched_), team_->place_at(place_));
  }
}

void future_base::assign(core::team& team, std::uint32_t place, task* made) noexcept {
  team_ = &team;
  launched_ = made;
  place_ = place;
  on_virtual_ = team.is_virtual();
  made->finish = nullptr;
}

bool future_base::any_claim() noexcept {
  phase expected = phase::waiting;
  // Relaxed, both: the claim publishes nothing, and the claimed task was published with the future.
  return phase_.compare_exchange_strong(
      expected, phase::in_place, memory_order_relaxed, memory_order_relaxed);
}

future_base::taken_task future_base::taker_claim() noexcept {
  base::announce_release(&phase_);
  const phase before = phase_.exchange(phase::taken, memory_order_acq_rel);
  base::announce_acquire(&phase_);
  switch (before) {
    case phase::in_place:
      return taken_task::leave;
    case phase::ended:
      return taken_task::drop;
    case phase::dropped:
      phase_.store(phase::dropped, memory_order_relaxed);  // no other user is left
      return taken_task::drop;
    default:
      return taken_task::run;
  }
}

void future_base::stale_runner_leave() noexcept {
  base::announce_release(&phase_);
  // Acquire: pairs with the taker's release, after which the taker reads nothing of the object.
  if (phase_.exchange(phase::ended, memory_order_acq_rel) != phase::taken) {
    return;
  }
  base::announce_acquire(&phase_);
  stale_in_->any_remove(*this);
  stale_in_ = nullptr;
}

void future_base::taker_drop() noexcept {
  stale_in_->any_remove(*this);
  base::announce_release(&phase_);
  if (phase_.exchange(phase::untouched, memory_order_acq_rel) == phase::dropped) {
    base::announce_acquire(&phase_);
    launched_->operations->launched->destroy(*launched_);
  }
}

bool future_base::owner_drops_last() noexcept {
  base::announce_release(&phase_);
  if (phase_.exchange(phase::dropped, memory_order_acq_rel) != phase::untouched) {
    return false;
  }
  base::announce_acquire(&phase_);
  return true;
}

/// Whether this stack has at least the half left that a task with a stack of its own can rely on.
static bool half_is_left(core::worker& self) noexcept {
  const std::size_t half = self.team().stacks().stack_size() / 2;  // B1: stacks are aligned
  return (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) & half) != 0;
}

/// Whether the task may run on the caller's stack, and on a further one if it needs more. A task of
/// another runtime or another place has to run there. The caller also must not exceed its limit of
/// stale tasks in queues.
bool future_base::may_run_on(core::worker& self) noexcept {
  return launched_ != nullptr && keeper_.load(memory_order_acquire) == nullptr &&
         phase_.load(memory_order_relaxed) == phase::waiting && team_ == &self.team() &&
         place_ == self.where().index && !core::is_in_forked_process(self) &&
         core::may_become_stale(self, core::work_item::task(*launched_)) &&
         (half_is_left(self) || self.supply().has_one());
}

/// Claims the task for a caller that may run it. Returns false if it was claimed before.
bool future_base::begin_in_place(core::worker& self) noexcept {
  if (!any_claim()) {
    return false;
  }
  const core::work_item mine = core::work_item::task(*launched_);
  if (core::take_claimed(self, mine)) {
    mine.announce_taken();
    phase_.store(phase::taken, memory_order_relaxed);
  } else {
    self.stale().owner_add(*this);
  }
  return true;
}

void future_base::run_in_place(core::worker& self) {
  task& mine = *launched_;
  const core::hidden_context outside(self, mine.operations->origin());
  if (half_is_left(self)) {
    mine.operations->run(mine);
  } else {
    run_on_another_stack(mine);
  }
}

bool future_base::add_waiter(future_waiter& waiter) noexcept {
  future_waiter* head = waiters_.load(memory_order_acquire);
  do {
    if (head == completed()) {
      return false;
    }
    waiter.next = head;
    // Release publishes the waiter and its saved stack to task_complete. Acquire makes the result
    // visible if the exchange fails because the future is complete.
  } while (
      !waiters_.compare_exchange_weak(head, &waiter, memory_order_release, memory_order_acquire));
  return true;
}

void future_base::any_wait() {
  if (!any_ready()) {
    wait_slow(/*alone=*/false);
  }
  base::announce_acquire(this);
}

void future_base::wait_slow(bool alone) {
  worker* const self = this_worker();
  if (self != nullptr) {
    auto& here = static_cast<core::worker&>(*self);
    if (is_kept_by(here)) {
      if (half_is_left(here) || here.supply().has_one()) {
        here.pop_launched(*launched_);
        phase_.store(phase::taken, memory_order_relaxed);  // in no queue: no taker reads it
        keeper_leave();
        runner_is_owner_ = alone && nobody_waits();
        run_in_place(here);
        return;
      }
    } else if (may_run_on(here) && begin_in_place(here)) {
      runner_is_owner_ = alone && nobody_waits();
      run_in_place(here);
      return;
    }
  }
  if (core::refusing_worker != nullptr) {
    core::refusing_worker->work_until(
        [](const void* of) noexcept { return static_cast<const future_base*>(of)->any_ready(); },
        this);
    return;
  }
  parked_waiter me;
  if (self == nullptr ||
      (core::is_in_forked_process(static_cast<core::worker&>(*self)) && team_->is_here())) {
    core::team& runs_it = *team_;  // read now: the future may be gone after the task has ended
    if (add_waiter(me)) {
      runs_it.threads().foreign_park(me.foreign.parker());
    }
    return;
  }

  core::require_reach(static_cast<core::worker&>(*self), team_, on_virtual_);

  struct enlisting {
    future_base* result;
    parked_waiter* waiter;
  } mine{this, &me};

  core::team& here = static_cast<core::worker&>(*self).team();
  const core::outside_wait watched(here, *team_);
  core::suspended_join of_this_team{.join = nullptr, .may_take_back = false};
  core::park_task(me,
                  static_cast<core::worker&>(*self),
                  {[](void* p) noexcept {
                     const enlisting& e = *static_cast<enlisting*>(p);
                     return !e.result->add_waiter(*e.waiter);
                   },
                   &mine},
                  &here == team_ ? &of_this_team : nullptr);
}

void future_base::task_complete(task_end how) noexcept {
  if (runner_is_owner_) {
    waiters_.store(completed(), memory_order_relaxed);
    return;
  }
  base::announce_release(this);
  // Release publishes the result. Acquire makes the waiters and their saved stacks visible.
  future_waiter* waiter = waiters_.exchange(completed(), memory_order_acq_rel);
  while (waiter != nullptr) {
    future_waiter* const next = waiter->next;  // the waiter may be gone once it can run
    waiter->completed(*waiter, how);
    waiter = next;
  }
}

}  // namespace nuthatch::detail
