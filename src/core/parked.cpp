// SPDX-License-Identifier: Apache-2.0
#include "core/parked.hpp"

#include "base/sanitizers.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

void park_task(parked& me, worker& here, commit_action enlist, waiting_join* inside) {
  me.task = &here.running();
  me.home = &here.team();
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
  team& home = *who.home;
  const work ready = work::continuation(*who.task);
  const detail::destination where = who.task->goes_on;
  if (self == nullptr || &self->team() != &home) {
    home.any_inject(ready, where);
  } else if (!self->serves(where)) {
    home.send(*self, ready, where);
  } else {
    self->put_resumed(*who.task);
  }
}

}  // namespace nuthatch::core
