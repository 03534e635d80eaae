// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/writable_icvs.hpp"

#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

icvs& writable_icvs(thread& self) noexcept {
  task& of = *self.current_task;
  team_member& here = *self.member;
  if (of.is_explicit || here.team->active_task_team() != nullptr) {
    if (!of.owns_icvs || !of.icvs.is_unique()) {
      const task_icvs made = of.icvs.copy();
      release_icvs(of);
      of.icvs = made;
      of.owns_icvs = true;
    }
    return of.icvs.writable();
  }
  if (&*of.icvs != &here.own_icvs) {
    here.own_icvs = *of.icvs;
    of.icvs = &here.own_icvs;
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
