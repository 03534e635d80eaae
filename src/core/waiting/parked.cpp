// SPDX-License-Identifier: Apache-2.0
#include "core/waiting/parked.hpp"

#include "base/sanitizers.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

void park_task(parked& me, worker& here, commit_action enlist, suspended_join* inside) {
  me.task = &here.running();
  me.owning_team = &here.team();
  here.suspend(enlist, inside);
}

const char* name_of(const detail::fiber& task) noexcept {
  return task.origin != nullptr ? task.origin : "a work-first child";
}

void any_resume(parked& who) noexcept {
  auto* const self = static_cast<worker*>(detail::this_worker());
  if (who.task == nullptr) {
    base::announce_release(&who);
    if (self == nullptr) {
      who.foreign.parker().any_unpark();
    } else {
      self->team().threads().foreign_unpark(who.foreign.parker());
    }
    return;
  }
  team& target = *who.owning_team;
  const work_item ready = work_item::continuation(*who.task);
  const detail::destination where = who.task->resume_at;
  if (self == nullptr || &self->team() != &target) {
    target.any_inject(ready, where);
  } else if (!self->serves(where)) {
    target.send(*self, ready, where);
  } else {
    self->put_resumed(*who.task);
  }
}

}  // namespace nuthatch::core
