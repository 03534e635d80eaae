#include <nuthatch/detail/future_state.hpp>

#include "base/sanitizers.hpp"
#include "core/parked.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

/// Who waits for a future.
struct future_waiter : core::parked {
  future_waiter* next = nullptr;
};

void future_base::launch(worker* self, task* made) {
  if (self == nullptr) {
    launch_from_foreign(made);
    return;
  }
  auto& owner = static_cast<core::worker&>(*self);
  home_ = &owner.home();
  made->finish = nullptr;
  owner.push_spawned(core::work::task(*made));
}

bool future_base::add_waiter(future_waiter& waiter) noexcept {
  future_waiter* head = waiters_.load(memory_order_acquire);
  do {
    if (head == completed()) {
      return false;
    }
    waiter.next = head;
    // Release publishes the waiter and its saved stack to task_complete; acquire, when it fails
    // because the result is there, shows the result.
  } while (
      !waiters_.compare_exchange_weak(head, &waiter, memory_order_release, memory_order_acquire));
  return true;
}

void future_base::any_wait() {
  if (!any_ready()) {
    wait_slow();
  }
  base::announce_acquire(this);
}

void future_base::wait_slow() {
  future_waiter me;
  worker* const self = this_worker();
  if (self == nullptr ||
      (core::is_left_behind(static_cast<core::worker&>(*self)) && home_->any_is_here())) {
    core::team& runs_it = *home_;  // read before the end, after which the future may be gone
    if (add_waiter(me)) {
      runs_it.threads().foreign_park(me.foreign.bed());
    }
    return;
  }

  struct wish {
    future_base* result;
    future_waiter* waiter;
  } mine{this, &me};

  core::park_task(me,
                  static_cast<core::worker&>(*self),
                  {[](void* p) noexcept {
                     const wish& w = *static_cast<wish*>(p);
                     return !w.result->add_waiter(*w.waiter);
                   },
                   &mine});
}

void future_base::task_complete() noexcept {
  base::announce_release(this);
  // Release: the result. Acquire: the waiters and their saved stacks.
  future_waiter* waiter = waiters_.exchange(completed(), memory_order_acq_rel);
  while (waiter != nullptr) {
    future_waiter* const next = waiter->next;  // the waiter is gone once it can run
    core::any_resume(*waiter);
    waiter = next;
  }
}

}  // namespace nuthatch::detail
