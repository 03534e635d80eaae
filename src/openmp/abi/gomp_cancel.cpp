// Cancellation, as GCC calls it. Nothing is cancelled unless OMP_CANCELLATION is true.

#include "openmp/abi/exported.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace {

using nuthatch::openmp::chosen;
using nuthatch::openmp::taskgroup;
using nuthatch::openmp::team;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;

// What is cancelled: a bit each. None of these: the region.
constexpr int loop = 2;
constexpr int sections = 4;
constexpr int group = 8;

bool is_cancelled(const thread& self, int what) noexcept {
  const team& of = *self.now->of;
  if ((what & (loop | sections)) != 0 && of.is_share_cancelled()) {
    return true;
  }
  if ((what & group) != 0) {
    const taskgroup* const innermost = innermost_taskgroup(*self.runs);
    if (innermost != nullptr && innermost->is_cancelled()) {
      return true;
    }
  }
  return of.is_cancelled();
}

}  // namespace

NUTHATCH_EXPORTED bool GOMP_cancellation_point(int what) {
  return chosen().cancellation && is_cancelled(this_thread(), what);
}

NUTHATCH_EXPORTED bool GOMP_cancel(int what, bool wanted) {
  if (!chosen().cancellation) {
    return false;
  }
  thread& self = this_thread();
  if (!wanted) {
    return is_cancelled(self, what);
  }
  if ((what & (loop | sections)) != 0) {
    self.now->of->cancel_share();
  } else if ((what & group) != 0) {
    if (taskgroup* const innermost = innermost_taskgroup(*self.runs)) {
      innermost->cancel();
    }
  } else {
    self.now->of->cancel();
  }
  return true;
}
