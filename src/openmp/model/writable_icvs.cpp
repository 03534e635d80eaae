// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/writable_icvs.hpp"

#include "openmp/model/thread.hpp"

namespace nuthatch::openmp {

icvs& writable_icvs(thread& self) noexcept {
  task& task = *self.current_task;
  team_member& here = *self.member;
  if (task.is_explicit || here.team->active_task_team() != nullptr) {
    if (!task.owns_icvs || !task.icvs.is_unique()) {
      const task_icvs made = task.icvs.copy();
      release_icvs(task);
      task.icvs = made;
      task.owns_icvs = true;
    }
    return task.icvs.writable();
  }
  if (&*task.icvs != &here.own_icvs) {
    here.own_icvs = *task.icvs;
    task.icvs = &here.own_icvs;
  }
  return here.own_icvs;
}

void release_icvs(task& ended) noexcept {
  if (ended.owns_icvs) {
    ended.icvs.release();
    ended.owns_icvs = false;
  }
}

}  // namespace nuthatch::openmp
