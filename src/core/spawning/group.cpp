// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/scope.hpp>

#include "core/fresh_work.hpp"
#include "core/spawning/scope_use.hpp"
#include "core/spawning/stopping.hpp"
#include "core/team.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

worker* group_state::any_member() const {
  worker* const self = this_worker();
  if (self != nullptr && &static_cast<core::worker*>(self)->team() == team_) {
    return self;
  }
  if (!team_->is_here()) {
    throw error(
        "group: it was made before this process was forked, and its workers are the parent's; "
        "make a group in the child");
  }
  return nullptr;
}

void group_state::any_add(task* made) noexcept {
  auto* const self = static_cast<core::worker*>(this_worker());
  if (self != nullptr && !self->tracks_pedigrees()) {
    if (self->finish == this) {  // a task of the group, or a child of one
      self->asyncs.keep(made);
      if (self->poll_pending()) {
        self->spawned_slow();
      }
      return;
    }
    if (on_owners_stack_ != 0 && core::on_stack(self->running(), this)) {
      self->keep_group_task(*this, *made);
      return;
    }
  }
  made->finish = this;
  // Relaxed: the queue that the task goes through orders this before its end.
  balance.fetch_add(1, memory_order_relaxed);
  if (self != nullptr && &self->team() == team_) {
    const bool by_creator =
        made_at_.task_hash != 0 && self->pedigrees().current().task_hash == made_at_.task_hash;
    const core::region_membership where = made_at_.task_hash == 0
                                              ? core::region_membership::outside()
                                              : core::region_membership{.part = made_at_.part()};
    const pedigree at = self->push_spawned(core::work_item::task(*made), where);
    if (by_creator) {  // otherwise the group may be gone
      after_newest_ = at.spawn_rank + 1;
    }
  } else {
    team_->any_inject(core::work_item::task(*made), team_->place_at(0));
  }
}

namespace {

/// Marks the caller as the one that waits for a group. Throws if a second one waits, or if a task
/// of the group itself does: that wait would never end.
class only_waiter {
 public:
  only_waiter(const worker* self, const group_state& of, atomic<bool>& waits) : waits_(waits) {
    for (const finish_state* around = self == nullptr ? nullptr : self->finish; around != nullptr;
         around = around->outer) {
      if (around == &of) {
        throw error(
            "group: one of its tasks waits for it, and so for itself; only the creator of a group "
            "may wait for it. Remedy: a scope, or another group, for what a task waits for");
      }
    }
    // Relaxed: for diagnostics only.
    if (waits_.exchange(/*value=*/true, memory_order_relaxed)) {
      throw error("group: two tasks wait for it at a time; only its creator may wait for it");
    }
  }

  only_waiter(const only_waiter&) = delete;
  only_waiter& operator=(const only_waiter&) = delete;

  ~only_waiter() { waits_.store(/*value=*/false, memory_order_relaxed); }

 private:
  atomic<bool>& waits_;
};

}  // namespace

/// The id of a wait for the group. It names a join if the group's creator waits and has spawned
/// into the group. Otherwise the tasks in the group may come from anywhere, and no spawn can name
/// the wait.
work_id group_state::id_of_wait() const noexcept {
  const pedigree here = core::worker::current().pedigrees().current();
  if (after_newest_ == 0 || here.task_hash != made_at_.task_hash) {
    return {here, 0, step_kind::resumed};
  }
  return {{made_at_.task_hash, after_newest_ - 1}, 0, step_kind::join};
}

/// Runs the tasks that no other worker has taken: those that this worker keeps, and the newest that
/// it has pushed. Afterwards no task is kept (K2). Returns whether the stack has room for more.
bool group_state::run_tasks_here() {
  bool has_room = false;
  do {
    has_room = core::run_group_tasks(*this);
    if (keeps_any()) {
      throw error(
          "group: a task waits for it that did not create it; only the creator of a group may wait "
          "for it");
    }
    has_room =
        has_room && &core::worker::current().team() == team_ && core::run_newest_pushed(*this);
  } while (has_room && keeps_any());
  if (keeps_any()) {  // parts of what was taken back
    core::worker::current().publish_list(core::worker::current().group_tasks);
  }
  return has_room;
}

group_state::waited group_state::owner_wait() {
  auto* const self = static_cast<core::worker*>(this_worker());
  const only_waiter me(self, *this, waits_);
  if (self == nullptr) {
    if (!core::parent_has_all(*this)) {
      wait_foreign(*this);
    }
  } else {
    const auto may_wait = [this] {
      const bool has_room = run_tasks_here();
      const work_id as = id_of_wait();
      core::replay_controller* const controller = core::worker::current().replay_for(as.at);
      if (controller != nullptr) {
        controller->any_depends();  // any thread may have put tasks into the group
      }
      const bool by_name = controller != nullptr && as.kind == step_kind::join;
      return (core::parent_has_all(*this) && !by_name) ||
             core::wait_or_take_back(*this, as, has_room);
    };
    while (!may_wait()) {
    }
  }
  waited result{.thrown = take_error(), .how = outcome::done};
  if (self != nullptr && core::leaves_out(core::worker::current(), this)) {
    result.how = outcome::stopped;
  }
  if (core::owner_end_stop(*this, *team_)) {
    result = {.thrown = without_stopped(std::move(result.thrown)), .how = outcome::stopped};
  }
  begin();
  after_newest_ = 0;
  return result;
}

void group_state::any_stop() noexcept {
  core::any_stop(*this, *team_);
}

}  // namespace nuthatch::detail
