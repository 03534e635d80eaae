// SPDX-License-Identifier: Apache-2.0
#include "core/waiting/waiting.hpp"

#include <exception>
#include <memory>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/user_code.hpp>
#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/sanitizers.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/platform.hpp"

namespace nuthatch::core {

namespace {

/// Spins for a moment. Returns whether all children are done.
bool done_soon(const detail::join_counter& join, worker& self) {
  for (unsigned looks = 1; !parent_has_all(join); ++looks) {
    if (!self.team().threads().wait_a_little(self.index(), looks)) {
      return parent_has_all(join);
    }
  }
  return true;
}

/// Returns false if the waiting task was resumed only to run a child that its join takes back; it
/// has to wait again.
bool wait_at(suspended_join& here, const detail::work_id& as) {
  detail::join_counter& join = *here.join;
  worker& self = worker::current();
  if (self.frames.empty()) {
    self.frames.forget_published();  // it may be the caller's own, which ends with the wait
  }
  replay_controller* const controller = self.replay_for(as.at);
  if ((controller == nullptr || controller->owner_joins(self, as) == join_action::pass_if_done) &&
      done_soon(join, self)) {
    self.request_from_self();  // a worker that has just ended a child has not made its request yet
    if (controller != nullptr) {
      controller->owner_passes(self, as);
    }
    return true;
  }
  join.waiter = &self.running();
  self.suspend({[](void* counter) noexcept {
                  return parent_commits(*static_cast<detail::join_counter*>(counter));
                },
                &join},
               self.resume_destination(),
               as,
               &here);
  return !here.woken_for_child;
}

}  // namespace

void require_reach(const worker& self, const team* of, bool of_is_virtual) {
  if (of != &self.team() && (of_is_virtual || self.team().is_virtual())) {
    throw error(
        "runtime: a task waits for a task of another runtime, and one of the two runtimes is "
        "virtual; tasks of a virtual runtime and of other runtimes cannot wait for each other");
  }
}

bool parent_has_all(const detail::join_counter& join) noexcept {
  if (!join.parent_all_done()) {
    return false;
  }
  base::announce_acquire(&join);
  return true;
}

bool parent_commits(detail::join_counter& join) noexcept {
  if (!join.parent_commit()) {
    return false;
  }
  base::announce_acquire(&join);
  return true;
}

detail::fiber* any_arrive(detail::join_counter& join, std::int32_t children) noexcept {
  base::announce_release(&join);
  if (!join.arrive(children)) {
    return nullptr;
  }
  base::announce_acquire(&join);
  detail::fiber* const waiter = join.waiter;
  if (foreign_waiter* const foreign = foreign_waiter::behind(waiter)) {
    worker::current().team().threads().foreign_unpark(foreign->parker());
    return nullptr;
  }
  worker& here = worker::current();
  if (waiter->team != &here.team()) {
    waiter->team->any_inject(work_item::continuation(*waiter), waiter->resume_at);
    return nullptr;
  }
  if (!here.may_resume(*waiter)) {
    here.team().send(here, work_item::continuation(*waiter), waiter->resume_at);
    return nullptr;
  }
  return waiter;
}

void run_on_new_chain(detail::fork_frame& frame) {
  worker::current().publish_all();
  wait(frame.join, {{}, 0, detail::step_kind::stack_return});
  worker::current().pedigrees().come_back(frame.around,
                                          static_cast<std::uint32_t>(frame.inner.spawn_rank));
}

void wait(detail::join_counter& join, const detail::work_id& as) {
  suspended_join here{.join = &join, .may_take_back = false};
  static_cast<void>(wait_at(here, as));
}

bool wait_or_take_back(detail::join_counter& join, const detail::work_id& as, bool has_room) {
  suspended_join here{.join = &join, .may_take_back = has_room};
  return wait_at(here, as);
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

using core::work_item;

bool join_fork_slow(fork_frame& frame) {
  core::worker& self = core::worker::current();
  self.frames.forget_published();
  if (self.take_back(work_item::fork(frame), 0)) {
    self.note_take_back();
    self.pedigrees().set_base(frame.around);
    return true;
  }
  core::wait(frame.join, core::id_of_newest(step_kind::join, frame.inner));
  core::worker::current().pedigrees().set_base(frame.around);
  return false;
}

std::exception_ptr run_after_failure(fork_frame& frame, const fork_operations& operations) {
  if (!frame.published()) {
    reload_worker().frames.unlink(frame.older);
    std::construct_at(&frame.join);  // it was not published
    operations.run(frame);
  } else if (join_fork_slow(frame)) {
    operations.run(frame);
  }
  return frame.join.take_error();
}

bool take_back_slow(children_frame& children) {
  core::worker& self = core::worker::current();
  const work_item newest = children.counted_at_join  // another task waits for them
                               ? self.team().scheduler().owner_take_child_of(
                                     self, core::lane::stack_chain, *children.join)
                               : self.take_child_back(*children.join, core::lane::stack_chain);
  if (!newest) {
    return false;
  }
  newest.announce_taken();
  task& first = newest.as_siblings();
  self.note_take_back();
  if (!children.counted_at_join) {
    children.join->forked -= static_cast<std::int32_t>(first.chain);
  }
  children.newest_child = &first;
  self.frames.unlink_anywhere(
      children);  // published from where it lay; a newer scope's frame may point there
  self.frames.link(children, frame_tag::linked(frame_kind::children));
  return true;
}

void wait_slow(join_counter& join) {
  const pedigree here = core::worker::current().pedigrees().current();
  core::wait(join, {{here.task_hash, join.newest_spawn}, 0, step_kind::join});
}

std::exception_ptr join_child_after_failure(join_counter& join) {
  if (join.forked != 0) {
    wait_slow(join);
  }
  return join.failed() ? join.take_error() : nullptr;
}

void join_child_slow(join_counter& join) {
  if (std::exception_ptr thrown = join_child_after_failure(join)) {
    std::rethrow_exception(std::move(thrown));
  }
}

}  // namespace nuthatch::detail
