// SPDX-License-Identifier: Apache-2.0

// The slow paths of scopes.

#include <exception>
#include <utility>

#include <nuthatch/scope.hpp>

#include "core/fresh_work.hpp"
#include "core/spawning/finish_override.hpp"
#include "core/spawning/scope_use.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_address.hpp"

namespace nuthatch::detail {

namespace {

/// Whether `of` began on this stack, and `lies`, which is on it too, is not in its body (E1). If
/// AddressSanitizer keeps local variables on a fake stack, it only tells where the frames of their
/// functions are, not their order within a frame. That suffices: the caller of a finish and the
/// function that keeps its state are two functions.
bool began_in_front_of(const fiber& here, const void* lies, const finish_state& of) noexcept {
  const void* const kept = nuthatch::fiber::stack_address(&of);
  if (kept != &of) {
    return core::on_stack(here, kept) && kept < lies;
  }
  return core::on_stack(here, of.limit) && of.limit <= lies;
}

/// The innermost finish that ends after the object at `lies`, on the stack of the running task.
finish_state* finish_at(const core::worker& self, const void* lies) noexcept {
  // Finishes on other stacks began before the task that this stack was started for.
  finish_state* around = self.finish;
  while (around != nullptr && began_in_front_of(self.running(), lies, *around)) {
    around = around->outer;
  }
  return around;
}

}  // namespace

bool begin_children_slow(children_frame& children, join_counter& counts) noexcept {
  if (this_worker() == nullptr) {
    return false;
  }
  const core::worker& self = core::worker::current();
  core::require_own(self, children, scope_use::spawn);
  const void* const lies = nuthatch::fiber::stack_address(&children);
  children.begin(core::on_stack(self.running(), lies) ? finish_at(self, lies) : nullptr, counts);
  return true;
}

void add_child_slow(children_frame& children, task* child) noexcept {
  core::worker& self = core::worker::current();
  core::require_own(self, children, scope_use::spawn);
  if (self.finish != children.finish) {
    child->finish = nullptr;  // it begins a finish of its own
    children.join->parent_detached(1);
    children.has_off_chain = true;
    child->join = children.join;
    const core::region_membership where =
        self.team().place_of_spawns(children.finish, self.pedigrees().current().part());
    children.join->newest_spawn =
        self.push_spawned(core::work_item::task(*child), where).spawn_rank;
    return;
  }
  if (children.published()) {
    if (children.tag.walked()) {
      // It was published from inside the list, and a newer frame may still point to it.
      self.frames.unlink_anywhere(children);
    }
    self.frames.link(children, frame_tag::linked(frame_kind::children));
  }
  add_to_linked(self, children, child);
}

void add_child_cold(children_frame& children, join_counter& counts, task* child) noexcept {
  add_child(reload_worker(), children, counts, child);
}

std::int32_t run_children_elsewhere(children_frame& children) {
  std::int32_t ran = 0;
  while (children.newest_child != nullptr) {
    worker& self = reload_worker();
    if (self.poll_pending()) {
      run_polled(self, children);
    } else {
      run_on_another_stack(take_newest_child(children));
    }
    ++ran;
  }
  return ran;
}

void run_children_slow(children_frame& children) {
  core::worker& self = core::worker::current();
  core::require_own(self, children, scope_use::sync);
  if (self.finish == children.finish) {
    run_children_here(self, children);
  } else {
    const core::finish_override of_the_scope(self, children.finish);
    run_children_here(self, children);
  }
}

}  // namespace nuthatch::detail

namespace nuthatch::core {

detail::finish_state* finish_that_contains(const detail::group_state& object) noexcept {
  if (detail::this_worker() == nullptr) {
    return nullptr;
  }
  const worker& self = worker::current();
  const void* const lies = nuthatch::fiber::stack_address(&object);
  return on_stack(self.running(), lies) ? detail::finish_at(self, lies) : nullptr;
}

detail::pedigree creator_in_region(const detail::group_state& object) noexcept {
  if (detail::this_worker() == nullptr) {
    return {};
  }
  worker& self = worker::current();
  const detail::pedigree here = self.pedigrees().current();
  const void* const lies = nuthatch::fiber::stack_address(&object);
  if (here.task_hash == 0 || !on_stack(self.running(), lies)) {
    return {};
  }
  const region_membership where =
      self.team().place_of_spawns(detail::finish_at(self, lies), here.part());
  return where.in_region ? here.in_part(where.part) : detail::pedigree{};
}

}  // namespace nuthatch::core

namespace nuthatch {

void scope::begin_foreign() {
  detail::check_scope_use(*this, detail::scope_use::spawn, nullptr);
  // Before anything exists that a failure would leak.
  detail::require_default_runtime();
  if (is_clean()) {
    begin(nullptr, join_);
  }
}

void scope::add_foreign(detail::task* made) noexcept {
  join_.parent_detached(1);
  detail::inject_foreign(made);
}

void scope::note_detached() {
  core::require_own(core::worker::current(), *this, detail::scope_use::spawn);
  join_.parent_detached(1);
}

void scope::wait_all() {
  if (detail::this_worker() == nullptr) {
    detail::wait_foreign(join_);
    join_.parent_reset();
    return;
  }
  core::require_own(core::worker::current(), *this, detail::scope_use::sync);
  const detail::scope_check before = checked;
  while (join_.forked != 0 && detail::take_back_slow(*this)) {
    checked = before == detail::scope_check::not_checked ? before : detail::scope_check::joining;
    detail::run_children_slow(*this);
    tag = detail::frame_tag::unlinked(detail::frame_kind::children);
    checked = before;
  }
  if (has_off_chain) {
    has_off_chain = false;
    static_cast<void>(core::run_newest_pushed(join_));
  }
  if (published()) {
    // A newer scope of the same task may outlive this one, and its frame may point here.
    detail::reload_worker().frames.unlink_anywhere(*this);
  }
  if (join_.forked != 0) {
    detail::wait_slow(join_);
  }
  join_.parent_reset();
}

void scope::sync_slow() {
  tag = detail::frame_tag::unlinked(detail::frame_kind::children);  // it has no children here
  if (join_.forked != 0) {
    wait_all();
  }
  clean();
  if (std::exception_ptr error = join_.take_error()) {
    std::rethrow_exception(std::move(error));
  }
}

void scope::end_slow() {
  if (!published()) {
    detail::run_children(*this);
    tag = detail::frame_tag::unlinked(detail::frame_kind::children);
  }
  if (join_.forked != 0) {
    wait_all();
  }
  std::exception_ptr error = join_.take_error();
  if (error && static_cast<unsigned>(std::uncaught_exceptions()) <= uncaught_) {
    std::rethrow_exception(std::move(error));
  }
}

}  // namespace nuthatch
