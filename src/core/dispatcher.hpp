// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

#include "base/sanitizers.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/scheduler.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;

/// Decides where the work items of a team go, and which worker takes them next. The scheduler makes
/// these decisions, except that the replay controller is asked first while a recorded region is
/// replayed. This class has the questions that both answer. The core asks the replay controller
/// directly about spawns and waits, and the scheduler directly about requests to a worker.
///
/// Callers: `owner_...`, the worker `self`; `any_...`, any thread.
class dispatcher {
 public:
  /// Called before the workers run.
  void use(std::unique_ptr<core::scheduler> made) noexcept { scheduler_ = std::move(made); }

  [[nodiscard]] core::scheduler& scheduler() const noexcept { return *scheduler_; }

  /// The replay controller of recorded regions, or null. It has to outlive the team's use of it:
  /// workers that search for work may still be inside it after it was replaced.
  [[nodiscard]] replay_controller* active_replay() const noexcept {
    replay_controller* const by = active_replay_.load(detail::memory_order_acquire);
    if (by != nullptr) {
      base::announce_acquire(by);
    }
    return by;
  }

  void set_replay(replay_controller* by) noexcept {
    if (by != nullptr) {
      base::announce_release(by);
    }
    active_replay_.store(by, detail::memory_order_release);
  }

  /// The controller that this team owns and reuses for one region after the other; null at first.
  [[nodiscard]] std::unique_ptr<replay_controller>& own_replay_controller() noexcept {
    return own_replay_controller_;
  }

  // ---- publishing work, and taking it back ----

  void owner_push(worker& self, lane in, work_item given) noexcept {
    if (replay_controller* const controller = active_replay();
        controller == nullptr || !is_taken_over(*controller, self, in, given)) {
      scheduler_->owner_push(self, in, given);
    }
  }

  /// Returns `fresh`, for which `self` had no stack, so that other workers can take it. `self`
  /// resumes `waited` instead.
  void owner_put_back(worker& self, work_item fresh, work_item waited) noexcept {
    if (replay_controller* const controller = active_replay();
        controller == nullptr || !controller->owner_puts_back(self, fresh, waited)) {
      scheduler_->owner_push(self, lane::off_chain, fresh);
    }
  }

  /// Takes stack-chain work back, unless another worker has it. `ended` is the number of the child
  /// that ends, 0 at a join.
  [[nodiscard]] bool owner_take_back(worker& self, work_item wanted, std::uint64_t ended) noexcept {
    replay_controller* const controller = active_replay();
    return (controller != nullptr && controller->owner_take_back(self, wanted, ended)) ||
           scheduler_->owner_take_back(self, lane::stack_chain, wanted);
  }

  /// Takes back a task that `join` counts: the next one that the replay controller keeps, or else
  /// the one that `self` published last. Returns an empty item if there is none.
  [[nodiscard]] work_item owner_take_child_of(worker& self,
                                              lane in,
                                              const detail::join_counter& join) {
    if (replay_controller* const controller = active_replay()) {
      if (const work_item kept = controller->owner_take_back_of(self, join, in)) {
        return kept;
      }
    }
    return scheduler_->owner_take_child_of(self, in, join);
  }

  // ---- searching for work ----

  /// The work that `self` has to run before it searches, after it ended or suspended a task.
  [[nodiscard]] work_item owner_due(worker& self) const noexcept {
    replay_controller* const controller = active_replay();
    return controller == nullptr ? work_item() : controller->owner_due(self);
  }

  /// Called with work that `self` has found, by a search of the scheduler or in its inbox. Returns
  /// the work if `self` may run it now, or an empty item if its turn has not come.
  [[nodiscard]] work_item owner_takes_up(worker& self, work_item found) const noexcept {
    replay_controller* const controller = active_replay();
    return controller == nullptr ? found : controller->owner_takes_up(self, found);
  }

  /// Called after a search that found nothing. Returns whether `self` has to search again at once,
  /// because there may be work now.
  [[nodiscard]] bool owner_looks_again(worker& self) const noexcept {
    replay_controller* const controller = active_replay();
    return controller != nullptr && controller->owner_pauses(self);
  }

  // ---- falling asleep ----

  /// The time at which a worker that is about to sleep has to search again even if no other worker
  /// wakes it; 0: never.
  [[nodiscard]] std::uint64_t any_looks_again_at() const noexcept {
    const replay_controller* const controller = active_replay();
    return controller == nullptr ? 0 : controller->any_looks_again_at();
  }

 private:
  [[nodiscard]] static bool is_taken_over(replay_controller& by,
                                          worker& self,
                                          lane in,
                                          work_item given) noexcept;

  detail::atomic<replay_controller*> active_replay_{/*value=*/nullptr};
  std::unique_ptr<replay_controller> own_replay_controller_;
  std::unique_ptr<core::scheduler>
      scheduler_;  // destroyed before the members that it may send work to
};

}  // namespace nuthatch::core
