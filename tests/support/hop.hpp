// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/destination.hpp>

#include "core/team.hpp"
#include "core/waiting/parked.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::testing {

/// Suspends the calling task and sends it to one worker of its team, which alone may resume it.
/// Returns the number of the worker that did.
inline unsigned hop_to(unsigned index) {
  core::worker& here = core::worker::current();
  return here
      .suspend({[](void* suspended) noexcept {
                  auto& task = *static_cast<detail::fiber*>(suspended);
                  task.team->any_inject(core::work_item::continuation(task), task.resume_at);
                  return false;
                },
                &here.running()},
               detail::destination::worker(index))
      .index();
}

/// Waits until all that `join.forked` counts have ended, and resumes on that worker, whichever
/// worker ends the last one. Returns false if the task waited and resumed on another worker.
[[nodiscard]] inline bool wait_and_go_on_at(unsigned index, detail::join_counter& join) {
  struct waiting {
    detail::join_counter& join;
    bool waited;
  };

  core::worker& here = core::worker::current();
  waiting state{join, true};
  join.waiter = &here.running();
  const core::worker& there =
      here.suspend({[](void* of) noexcept {
                      auto& now = *static_cast<waiting*>(of);
                      if (!core::parent_commits(now.join)) {
                        return false;  // the task may have resumed, and `now` may be gone
                      }
                      now.waited = false;
                      return true;
                    },
                    &state},
                   detail::destination::worker(index));
  return !state.waited || there.index() == index;
}

/// Counts an arrival at `join`. If the core returns the waiting task, sends it to this worker.
inline void arrive_at(detail::join_counter& join) {
  if (detail::fiber* const waiter = core::any_arrive(join, 1)) {
    const core::worker& here = core::worker::current();
    here.team().any_inject(core::work_item::continuation(*waiter),
                           detail::destination::worker(here.index()));
  }
}

/// A task that waits for a notification by another task.
class rendezvous {
 public:
  /// Waits until tell(), and resumes on that worker. Returns false if the task waited and resumed
  /// on another worker.
  [[nodiscard]] bool wait_and_go_on_at(unsigned index) {
    core::worker& here = core::worker::current();
    parked_.task = &here.running();
    parked_.owning_team = &here.team();
    const core::worker& there =
        here.suspend({[](void* of) noexcept {
                        auto& now = *static_cast<rendezvous*>(of);
                        if (now.came_.exchange(1, detail::memory_order_seq_cst) == 0) {
                          return false;  // the task may have resumed already
                        }
                        now.waited_ = false;
                        return true;
                      },
                      this},
                     detail::destination::worker(index));
    return !waited_ || there.index() == index;
  }

  void tell() {
    if (came_.exchange(1, detail::memory_order_seq_cst) != 0) {
      core::any_resume(parked_);
    }
  }

 private:
  core::parked parked_;
  detail::atomic<int> came_{0};
  bool waited_ = true;
};

}  // namespace nuthatch::testing
