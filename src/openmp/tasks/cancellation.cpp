// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/cancellation.hpp"

#include "openmp/environment/env_settings.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/taskgroup.hpp"

namespace nuthatch::openmp {

bool is_cancelled(const thread& self, cancelled_construct construct) noexcept {
  if (!env_settings().cancellation) {
    return false;
  }
  const team& team = *self.member->team;
  if (construct == cancelled_construct::worksharing && team.is_worksharing_cancelled()) {
    return true;
  }
  if (construct == cancelled_construct::taskgroup) {
    const taskgroup* const innermost = innermost_taskgroup_of_program(*self.current_task);
    if (innermost != nullptr && innermost->is_cancelled()) {
      return true;
    }
  }
  return team.is_cancelled();
}

bool cancel(thread& self, cancelled_construct construct) noexcept {
  if (!env_settings().cancellation) {
    return false;
  }
  switch (construct) {
    case cancelled_construct::region:
      self.member->team->cancel();
      break;
    case cancelled_construct::worksharing:
      self.member->team->cancel_worksharing();
      break;
    case cancelled_construct::taskgroup:
      if (taskgroup* const innermost = innermost_taskgroup_of_program(*self.current_task)) {
        innermost->cancel();
        self.member->team->note_cancelled_taskgroup();
      }
      break;
  }
  return true;
}

}  // namespace nuthatch::openmp
