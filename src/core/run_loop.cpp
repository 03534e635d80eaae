// Running work: the worker's loop, starting and resuming tasks, and how they end.

#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/stale_tasks.hpp"
#include "core/sync_depth.hpp"
#include "core/team.hpp"
#include "core/waiting.hpp"
#include "core/worker.hpp"
#include "fiber/overflow.hpp"
#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "fiber/thread_exceptions.hpp"

namespace nuthatch::core {

using detail::fiber;

worker::worker(core::team& of, unsigned index, place& in)
    : team_(of),
      index_(index),
      where_(in),
      random_(of.seed(), index) {
  upper_stack_bits = of.stacks().upper_bits();
  blocks = &of.blocks();
  newest_async = &before_asyncs_;
  policy = of.configuration().policy == spawn_policy::work_first ? spawn_policy::work_first
                                                                 : spawn_policy::help_first;
  follow({policy, spawn_plan::until_told});
}

[[gnu::noinline]] fiber& worker::running() const noexcept {
  return *nuthatch::fiber::fiber_at(__builtin_frame_address(0), team_.stacks().stack_size());
}

void worker::run() {
  nuthatch_this_worker = this;
  exceptions = &nuthatch::fiber::thread_exceptions_here();
  if (nuthatch::fiber::switches_are_followed()) {
    const platform::stack_bounds own = team_.threads().own_stack(index_);
    host_.lowest = own.lowest;
    host_.highest = own.highest;
    nuthatch::fiber::sanitizer_introduce_running(host_);
  }
  if (team_.threads().counts_costs()) {
    any_demand_attention(costs_counted);
  }
  {
    const nuthatch::fiber::signal_stack for_overflows;
    while (const work next = next_work()) {
      if (team_.any_sleeps(where_)) {
        // There is work again, and more workers could have some of it.
        any_demand_attention(work_wanted);
      }
      execute(next);
    }
  }
  return_fibers();
  nuthatch_this_worker = nullptr;
}

/// Looks for work until there is some; empty when the team stops. The only loop that does.
work worker::next_work() {
  search now;
  for (;;) {
    const look_result seen = team_.scheduler().look(*this, now);
    if (seen.found || team_.any_stopping()) {
      end_search();
      if (seen.spreads) {
        ask_itself();  // who is on the way here, or has just begun to look, has not asked yet
      }
      return seen.found;
    }
    loose_waits_ = false;  // or it would have been found
    pause_search(seen.then, now);
  }
}

void worker::work_until(bool (*ready)(const void*) noexcept, const void* of) {
  refusing_worker = nullptr;
  nuthatch_this_worker = this;
  search now;
  // What a look that said to sleep has told others, the next one takes back.
  for (unsigned waits = 0; !ready(of) || now.slept; ++waits) {
    const look_result seen = team_.scheduler().look(*this, now);
    if (seen.found) {
      end_search();
      execute(seen.found);
      now = {};
      continue;
    }
    // Starving itself: what it waits for may have to be refused, too, for want of a stack.
    team_.any_begin_starving();
    team_.threads().doze(index_, waits);
    static_cast<void>(team_.any_end_starving_if([](bool) { return true; }));
    if (seen.then == pause::sleep) {
      now = {.step = 0, .slept = true};
    } else {
      now = {.step = now.step + 1, .slept = false};
    }
  }
  nuthatch_this_worker = nullptr;
  refusing_worker = this;
}

void worker::pause_search(pause how, search& now) {
  switch (how) {
    case pause::relax:
      team_.threads().relax(index_, now.step++);
      break;
    case pause::let_others:
      team_.threads().let_others(index_, now.step++);
      break;
    case pause::sleep:
      team_.owner_sleep(*this);
      now = {.step = 0, .slept = true};
      break;
  }
}

void worker::begin_search() noexcept {
  if (!searching_) {
    searching_ = true;
    where_.asleep.owner_seek();
  }
}

void worker::end_search() noexcept {
  if (searching_) {
    searching_ = false;
    where_.asleep.owner_found();
  }
}

void worker::execute(work what) {
  what.announce_taken();
  if (what.what() == work::kind::continuation) {
    fiber& target = what.as_continuation();
    finish = target.finish;
    enter(target);
  } else {
    start(what);
  }
}

/// Sees to it that there is a stack in the cache. False when there is something else to do before,
/// or nothing to be done about it: then it has done that, and `fresh` waits again, or has ended.
bool worker::begin_without_stack(work fresh) {
  std::exception_ptr why;
  if (const work waited = refill_fibers_for_start(why)) {
    team_.scheduler().owner_put(*this, lane::loose, fresh);  // others may get a stack first
    execute(waited);
    return false;
  }
  if (free_fibers != nullptr) {
    return true;
  }
  fiber* const waiting = taker_may_begin(fresh) ? refuse_fresh(fresh, why) : nullptr;
  if (waiting != nullptr) {
    finish = waiting->finish;
    enter(*waiting);
  }
  return false;
}

void worker::start(work fresh) {
  if (free_fibers == nullptr && !begin_without_stack(fresh)) {
    return;
  }
  if (!taker_may_begin(fresh)) {
    return;
  }
  fiber* const where = free_fibers;
  free_fibers = where->next_free;
  if (fibers_returned_ > 0) {
    --fibers_returned_;
  }
  where->self = nuthatch::fiber::beginning(where, nuthatch::fiber::nuthatch_fiber_main);
  where->continuation.finish = finish_around(fresh);  // B5
  starting_ = fresh;
  enter(*where);
}

void worker::enter(fiber& target) {
  for (fiber* next = &target; next != nullptr;) {
    NUTHATCH_ASSERT(newest == nullptr, "a stack starts while frames of another are still linked");
    NUTHATCH_ASSERT(!keeps_asyncs() && !keeps_launched(), "a stack starts while tasks are kept");
    team_.threads().spend(index_, platform::activity::resume, index_);
    begin_chain(*next);
    nuthatch::fiber::sanitizer_leave(host_, *next);
    nuthatch::fiber::nuthatch_switch(&host_.self, &next->self, this);
    nuthatch::fiber::sanitizer_arrive(host_);
    next = nullptr;
    if (then_.call != nullptr) {
      const commit_action commit = std::exchange(then_, {nullptr, nullptr});
      fiber* const suspended = std::exchange(leaving_, nullptr);
      if (commit.call(commit.argument)) {
        finish = suspended->finish;
        next = suspended;
      }
    }
  }
}

/// `first`, which is about to run, is the whole stack chain; B4.
void worker::begin_chain(fiber& first) noexcept {
  if (free_fibers != nullptr) {
    first.position = free_fibers->position - 1;
  }
  end_position = first.position + team_.stack_threshold();
}

worker& worker::suspend(commit_action then) {
  require_team();
  counters_.owner_note(trace::event::suspend);
  publish_all();
  fiber& me = running();
  me.finish = finish;
  me.team = &team_;
  me.place = where_.index;
  const detail::thread_exceptions mine = std::exchange(*exceptions, {});
  leaving_ = &me;
  then_ = then;
  nuthatch::fiber::sanitizer_leave(me, host_);
  auto& now = static_cast<worker&>(*nuthatch::fiber::nuthatch_switch(&me.self, &host_.self, this));
  nuthatch::fiber::sanitizer_arrive(me);
  *now.exceptions = mine;
  return now;
}

fiber& worker::put_back_running(fiber* next) noexcept {
  require_team();
  NUTHATCH_ASSERT(newest == nullptr || detail::taken(*newest),
                  "a task ended with frames still linked");
  NUTHATCH_ASSERT(!keeps_asyncs() && !keeps_launched(), "a task ended while tasks are kept");
  detail::forget_taken(*this);
  fiber& me = running();
  trim_fibers();  // parents that go on after their last children make long chains of ends
  // Nobody can use the stack before this worker has jumped off it: the cache is the worker's own.
  if (free_fibers != nullptr) {
    me.position = free_fibers->position - 1;
  }
  me.next_free = free_fibers;
  free_fibers = &me;
  ++fibers_returned_;
  if (next != nullptr) {
    end_search();
    ask_itself();
    finish = next->finish;
    begin_chain(*next);
  }
  *exceptions = {};  // whatever was being handled ended with the task
  nuthatch::fiber::sanitizer_clean(me);
  return next != nullptr ? *next : host_;
}

NUTHATCH_CALLS_NOT_RECORDED void worker::leave(fiber* next) {
  fiber& to = put_back_running(next);
  nuthatch::fiber::sanitizer_leave_ended(running(), to);
  nuthatch::fiber::nuthatch_resume(&to.self, this);
}

work worker::take_starting() noexcept {
  return std::exchange(starting_, work());
}

}  // namespace nuthatch::core

namespace nuthatch::fiber {

using core::worker;

namespace {

/// Runs what the fiber was started for. Returns the task that is to go on now, if any.
detail::fiber* run_started(worker& self) {
  detail::fiber& me = self.running();
  sanitizer_arrive(me);
  const core::work fresh = self.take_starting();
  me.origin = core::origin_of(fresh);
  detail::fiber* const next = core::run_fresh(fresh);
  me.origin = nullptr;
  return next;
}

/// Ends a child whose continuation was given away: perhaps it can be had back. Returns the task
/// that is to go on now, if any.
detail::fiber* end_child(detail::join_counter& home, detail::fiber& parent) {
  worker& self = worker::current();
  self.publish_kept();
  core::scheduler& scheduler = self.team().scheduler();
  const core::work wanted = core::work::continuation(parent);
  using core::lane;
  if (scheduler.owner_newest(self, lane::strict, core::work::kind::continuation) != wanted ||
      !scheduler.owner_take_back(self, lane::strict, wanted)) {
    self.begin_search();
    return core::any_arrive(home, 1);
  }
  wanted.announce_taken();
  self.note_take_back();
  // Seldom somebody waits for this child even so: the fiber may have passed to another task since
  // the spawner, which an async outlives, has ended.
  if (detail::fiber* const waiter = core::any_arrive(home, 1)) {
    self.put_loose(core::work::continuation(*waiter));
  }
  return &parent;
}

}  // namespace

// A fresh fiber's outermost function.
NUTHATCH_CALLS_NOT_RECORDED void nuthatch_fiber_main(detail::worker* self) {
  detail::fiber* const next = run_started(static_cast<worker&>(*self));
  worker::current().leave(next);
}

// Where a work-first child goes on after its end, when its continuation was given away.
NUTHATCH_CALLS_NOT_RECORDED void nuthatch_child_ended(detail::join_counter* home,
                                                      detail::fiber* child) {
  detail::fiber* const next = end_child(*home, *child->parent);
  worker::current().leave(next);
}

}  // namespace nuthatch::fiber
