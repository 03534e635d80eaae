// SPDX-License-Identifier: Apache-2.0

// Running work: the worker's loop, starting and resuming tasks, and ending them.

#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/spawning/sync_depth.hpp"
#include "core/team.hpp"
#include "core/waiting/stale_tasks.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"
#include "fiber/overflow.hpp"
#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "fiber/thread_exceptions.hpp"

namespace {

// Is never none(), so that no spawn of a foreign thread is work-first.
constinit nuthatch::detail::thread_exceptions of_foreign_threads{nullptr, 1};

}  // namespace

constinit const nuthatch::detail::worker nuthatch::detail::no_worker(of_foreign_threads);

constinit thread_local nuthatch::detail::worker* nuthatch_this_worker =
    nuthatch::detail::worker_of_foreign_threads();

namespace nuthatch::core {

worker::worker(core::team& of, unsigned index, place& in)
    : team_(of),
      index_(index),
      where_(in),
      random_(of.seed(), index) {
  polled.begin(of.stacks().upper_bits());
  blocks.use(of.blocks());
  policy = of.configuration().policy == spawn_policy::work_first ? spawn_policy::work_first
                                                                 : spawn_policy::help_first;
  follow({policy, spawn_plan::until_told});
}

[[gnu::noinline]] detail::fiber& worker::running() const noexcept {
  return *nuthatch::fiber::fiber_at(__builtin_frame_address(0), team_.stacks().stack_size());
}

void worker::run() {
  nuthatch_this_worker = this;
  exceptions = &nuthatch::fiber::thread_exceptions_here();
  if (nuthatch::fiber::switches_are_followed()) {
    const platform::stack_bounds own = team_.threads().own_stack(index_);
    scheduler_fiber_.lowest = own.lowest;
    scheduler_fiber_.highest = own.highest;
    nuthatch::fiber::sanitizer_introduce_running(scheduler_fiber_);
  }
  if (team_.threads().counts_costs()) {
    any_request(costs_counted);
  }
  {
    const nuthatch::fiber::signal_stack for_overflows;
    while (const work_item next = next_work()) {
      if (team_.has_sleeper_near(where_)) {
        // There is work again, and more workers could have some of it.
        any_request(work_wanted);
      }
      execute(next);
    }
  }
  stacks.clear(team_.stacks());
  nuthatch_this_worker = detail::worker_of_foreign_threads();
}

void worker::execute(work_item what) {
  what.announce_taken();
  if (what.what() == work_item::kind::continuation) {
    detail::fiber& target = what.as_continuation();
    pedigrees_.note_begin(target.id);
    finish = target.finish;
    enter(target);
  } else {
    start(what);
  }
}

/// Makes sure that the cache has a stack to begin `fresh` on. Returns false if `fresh` does not
/// begin now: the worker has resumed another task and `fresh` was put back, or `fresh` was refused.
bool worker::begin_without_stack(work_item fresh) {
  std::exception_ptr why;
  if (const work_item waited = supply_.acquire_for_start(why)) {
    team_.dispatcher().owner_put_back(*this, fresh, waited);
    execute(waited);
    return false;
  }
  if (stacks.first() != nullptr) {
    return true;
  }
  detail::fiber* const waiting = taker_may_begin(fresh) ? refuse_fresh(fresh, why) : nullptr;
  if (waiting != nullptr) {
    finish = waiting->finish;
    enter(*waiting);
  }
  return false;
}

void worker::start(work_item fresh) {
  if (stacks.first() == nullptr && !begin_without_stack(fresh)) {
    return;
  }
  if (!taker_may_begin(fresh)) {
    return;
  }
  detail::fiber& where = stacks.take_for_start();
  where.self = nuthatch::fiber::beginning(&where, nuthatch::fiber::nuthatch_fiber_main);
  where.continuation.finish = finish_around(fresh);  // B5
  where.base_pedigree = {};
  starting_item_ = fresh;
  enter(where);
}

void worker::enter(detail::fiber& target) {
  for (detail::fiber* next = &target; next != nullptr;) {
    NUTHATCH_ASSERT(frames.newest() == nullptr,
                    "a stack starts while frames of another are still linked");
    NUTHATCH_ASSERT(keeps_no_tasks(), "a stack starts while tasks are kept");
    team_.threads().spend(index_, platform::activity::resume, index_);
    stacks.begin_chain(*next, team_.stack_threshold());
    pedigrees_.set_base(next->base_pedigree);
    nuthatch::fiber::sanitizer_leave(scheduler_fiber_, *next);
    nuthatch::fiber::nuthatch_switch(&scheduler_fiber_.self, &next->self, this);
    nuthatch::fiber::sanitizer_arrive(scheduler_fiber_);
    next = suspend_action_.call != nullptr ? complete_suspension() : nullptr;
  }
}

/// Completes the suspension of the task that has just left its stack. Returns the task if it
/// resumes here at once, otherwise null.
detail::fiber* worker::complete_suspension() {
  const commit_action commit = std::exchange(suspend_action_, {nullptr, nullptr});
  detail::fiber* const suspended = std::exchange(suspending_, nullptr);
  if (!commit.call(commit.argument)) {
    return nullptr;
  }
  if (!may_resume(*suspended)) {
    team_.send(*this, work_item::continuation(*suspended), suspended->resume_at);
    return nullptr;
  }
  finish = suspended->finish;
  if (suspended->resume_at.is_by_replay()) {
    pedigrees_.note_begin(suspended->id);  // it may be a step that was recorded
  }
  return suspended;
}

worker& worker::suspend(commit_action then, suspended_join* inside) {
  const detail::work_id as{pedigrees_.current(), 0, detail::step_kind::resumed};
  return suspend(then, resume_destination(), as, inside);
}

worker& worker::suspend(commit_action then, detail::destination where) {
  return suspend(then, where, {pedigrees_.current(), 0, detail::step_kind::resumed}, nullptr);
}

worker& worker::suspend(commit_action then,
                        detail::destination where,
                        const detail::work_id& as,
                        suspended_join* joins) {
  require_team();
  replay_controller* const controller = replay_for(as.at);
  if (controller == nullptr || as.kind == detail::step_kind::stack_return) {
    return suspend_now(then, where, as, nullptr);
  }
  const suspension_plan plan = controller->owner_suspends(*this, as, joins, where);
  detail::work_id name = as;
  if (!plan.is_step) {
    name.kind = detail::step_kind::stack_return;
  }
  worker* now = nullptr;
  if (plan.retains_frames) {
    NUTHATCH_ASSERT(!plan.restricts_worker || joins != nullptr,
                    "a worker is restricted to what a join counts, but its task waits at none");
    retained_frames mine;
    mine.restricts_worker = plan.restricts_worker ? joins->join : nullptr;
    now = &suspend_now(then, plan.where, name, &mine);
  } else {
    now = &suspend_now(then, plan.where, name, nullptr);
  }
  controller->owner_resumed(*now, joins);
  return *now;
}

/// Suspends the running task. Its frames are kept in `keeps`, or published if that is null.
worker& worker::suspend_now(commit_action then,
                            detail::destination where,
                            const detail::work_id& as,
                            retained_frames* keeps) {
  counters_.owner_note(trace::event::suspend);
  if (keeps == nullptr) {
    publish_all();
  } else {
    publish_list(group_tasks);
    static_cast<void>(publish_launched(publish_quota::everything));
  }
  pedigrees_.note_published(as);
  detail::fiber& me = running();
  me.finish = finish;
  me.base_pedigree = pedigrees_.base();
  me.id = as;
  me.team = &team_;
  me.resume_at = where;
  if (keeps != nullptr) {
    retain_frames(*keeps, me);
  }
  const detail::thread_exceptions mine = std::exchange(*exceptions, {});
  suspending_ = &me;
  suspend_action_ = then;
  nuthatch::fiber::sanitizer_leave(me, scheduler_fiber_);
  auto& now = static_cast<worker&>(
      *nuthatch::fiber::nuthatch_switch(&me.self, &scheduler_fiber_.self, this));
  nuthatch::fiber::sanitizer_arrive(me);
  *now.exceptions = mine;
  if (keeps != nullptr) {
    now.restore_frames(*keeps);
  }
  return now;
}

void worker::retain_frames(retained_frames& in, detail::fiber& of) noexcept {
  in.task = &of;
  in.frames = std::exchange(frames, {});
  asyncs.move_to(in.asyncs);
  in.older = std::exchange(retained_, &in);
}

void worker::restore_frames(retained_frames& from) noexcept {
  retained_frames** link = &retained_;
  while (*link != &from) {
    link = &(*link)->older;
  }
  *link = from.older;
  frames = from.frames;
  from.asyncs.move_to(asyncs);
  from.task->next_free = stacks.first();  // B3: others have used the cache meanwhile
  const detail::fiber* oldest = from.task;
  for (detail::frame* f = frames.newest(); f != nullptr && !f->published(); f = f->older) {
    if (f->tag.is_continuation()) {  // B4
      const auto& child = reinterpret_cast<detail::fiber&>(*f);
      detail::fiber& parent =
          *nuthatch::fiber::fiber_at(child.spawner.sp, team_.stacks().stack_size());
      parent.position = child.position - 1;
      oldest = &parent;
    }
  }
  stacks.shorten_chain(*oldest, team_.stack_threshold());
}

void worker::publish_retained_frames() noexcept {
  detail::finish_state* const around = finish;
  const detail::pedigree level = pedigrees_.base();
  for (retained_frames* each = retained_; each != nullptr; each = each->older) {
    frames = std::exchange(each->frames, {});
    each->asyncs.move_to(asyncs);
    finish = each->task->finish;
    pedigrees_.set_base(each->task->base_pedigree);
    publish_all();
    each->task->base_pedigree = pedigrees_.base();
  }
  finish = around;
  pedigrees_.set_base(level);
}

detail::fiber& worker::put_back_running(detail::fiber* next) noexcept {
  require_team();
  NUTHATCH_ASSERT(frames.empty(), "a task ended with frames still linked");
  NUTHATCH_ASSERT(keeps_no_tasks(), "a task ended while tasks are kept");
  frames.forget_published();
  detail::fiber& me = running();
  stacks.trim(team_.stacks());  // parents that resume after their last children leave many
  stacks.put_ended(me);
  if (next != nullptr) {
    end_search();
    request_from_self();
    finish = next->finish;
    pedigrees_.set_base(next->base_pedigree);
    if (next->id.kind != detail::step_kind::continuation) {
      pedigrees_.note_begin(next->id);  // a continuation is taken back instead
    }
    stacks.begin_chain(*next, team_.stack_threshold());
  }
  *exceptions = {};  // what was being handled ended with the task
  nuthatch::fiber::sanitizer_clean(me);
  return next != nullptr ? *next : scheduler_fiber_;
}

NUTHATCH_CALLS_NOT_RECORDED void worker::leave(detail::fiber* next) {
  detail::fiber& to = put_back_running(next);
  nuthatch::fiber::sanitizer_leave_ended(running(), to);
  nuthatch::fiber::nuthatch_resume(&to.self, this);
}

work_item worker::take_starting_item() noexcept {
  return std::exchange(starting_item_, work_item());
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

const void* this_thread() noexcept {
  return &nuthatch_this_worker;
}

}  // namespace nuthatch::detail

namespace nuthatch::fiber {

using core::worker;

namespace {

/// Runs the item that the fiber was started for. Returns the task to resume now, or null.
detail::fiber* run_started(worker& self) {
  detail::fiber& me = self.running();
  sanitizer_arrive(me);
  const core::work_item fresh = self.take_starting_item();
  me.origin = core::origin_of(fresh);
  detail::fiber* const next = core::run_fresh(fresh);
  me.origin = nullptr;
  return next;
}

/// Ends a child whose continuation was published, taking the continuation back if possible. Returns
/// the task to resume now, or null.
detail::fiber* end_child(detail::join_counter& join, detail::fiber& parent) {
  worker& self = worker::current();
  self.publish_private();
  if (self.running().continuation.tag.is(detail::frame_kind::same_task)) {
    parent.base_pedigree = self.pedigrees().current();
    return &parent;  // no other worker could have resumed it
  }
  if (!self.take_back(core::work_item::continuation(parent), self.running().inner.task_hash)) {
    self.begin_search();
    return core::any_arrive(join, 1);
  }
  self.note_take_back();
  if (parent.id.kind == detail::step_kind::continuation &&
      core::child_pedigree_hash(parent.id.at) != self.running().inner.task_hash) {
    self.pedigrees().note_begin(parent.id);  // it follows a later spawn on the same stack
  }
  // Rarely, a task waits for this child even so: the fiber may have passed to another task because
  // the spawner, which an async may outlive, has ended.
  if (detail::fiber* const waiter = core::any_arrive(join, 1)) {
    self.put_resumed(*waiter);
  }
  return &parent;
}

}  // namespace

// The outermost function of a fresh fiber.
NUTHATCH_CALLS_NOT_RECORDED void nuthatch_fiber_main(detail::worker* self) {
  detail::fiber* const next = run_started(static_cast<worker&>(*self));
  worker::current().leave(next);
}

// Continues a work-first child after its end if its continuation was published.
NUTHATCH_CALLS_NOT_RECORDED void nuthatch_child_ended(detail::join_counter* join,
                                                      detail::fiber* child) {
  detail::fiber* const next = end_child(*join, *child->parent);
  worker::current().leave(next);
}

}  // namespace nuthatch::fiber
