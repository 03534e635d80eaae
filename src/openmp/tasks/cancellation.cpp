// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/cancellation.hpp"

#include "openmp/environment/start.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

bool is_cancelled(const thread& self, cancelled_construct what) noexcept {
  if (!chosen().cancellation) {
    return false;
  }
  const team& of = *self.now->of;
  if (what == cancelled_construct::share && of.is_share_cancelled()) {
    return true;
  }
  if (what == cancelled_construct::taskgroup) {
    const taskgroup* const innermost = innermost_taskgroup_of_program(*self.runs);
    if (innermost != nullptr && innermost->is_cancelled()) {
      return true;
    }
  }
  return of.is_cancelled();
}

bool cancel(thread& self, cancelled_construct what) noexcept {
  if (!chosen().cancellation) {
    return false;
  }
  switch (what) {
    case cancelled_construct::region:
      self.now->of->cancel();
      break;
    case cancelled_construct::share:
      self.now->of->cancel_share();
      break;
    case cancelled_construct::taskgroup:
      if (taskgroup* const innermost = innermost_taskgroup_of_program(*self.runs)) {
        innermost->cancel();
        self.now->of->note_cancelled_taskgroup();
      }
      break;
  }
  return true;
}

}  // namespace nuthatch::openmp
