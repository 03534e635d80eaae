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

/// Where the work items of a team go, and which worker takes them next. The scheduler decides this;
/// but while a recorded region is replayed, its replay controller is asked first. The core asks
/// here what both of them answer. It asks the replay controller itself about spawns and waits, and
/// the scheduler itself about what others want of a worker.
///
/// Who may call: `owner_...`, the worker `self`; `any_...`, any thread.
class dispatcher {
 public:
  /// Before the workers run.
  void use(std::unique_ptr<core::scheduler> made) noexcept { scheduler_ = std::move(made); }

  [[nodiscard]] core::scheduler& scheduler() const noexcept { return *scheduler_; }

  /// Who says where works of recorded regions go, or null. It has to outlive the team's use of it:
  /// workers that look for work may still be in it after it was taken away.
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

  /// The one that this team uses, one region after the other; null until it is given one.
  [[nodiscard]] std::unique_ptr<replay_controller>& own_replay_controller() noexcept {
    return own_replay_controller_;
  }

  // ---- works that are published, and taken back ----

  void owner_push(worker& self, lane in, work_item given) noexcept {
    if (replay_controller* const controller = active_replay();
        controller == nullptr || !is_taken_over(*controller, self, in, given)) {
      scheduler_->owner_push(self, in, given);
    }
  }

  /// `self` had no stack to begin `fresh` with, which others may get first, and goes on with
  /// `waited`.
  void owner_put_back(worker& self, work_item fresh, work_item waited) noexcept {
    if (replay_controller* const controller = active_replay();
        controller == nullptr || !controller->owner_puts_back(self, fresh, waited)) {
      scheduler_->owner_push(self, lane::off_chain, fresh);
    }
  }

  /// Gets stack-chain work back, unless somebody else has it. `ended` is the number of the child
  /// that ends, 0 at a join.
  [[nodiscard]] bool owner_take_back(worker& self, work_item wanted, std::uint64_t ended) noexcept {
    replay_controller* const controller = active_replay();
    return (controller != nullptr && controller->owner_take_back(self, wanted, ended)) ||
           scheduler_->owner_take_back(self, lane::stack_chain, wanted);
  }

  /// Of the tasks that `join` counts, the next that the replay controller keeps, or else the one
  /// that `self` has put there last; or nothing.
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

  // ---- looking for work ----

  /// What `self`, which has ended or suspended what it ran, is to take up before it looks for work.
  [[nodiscard]] work_item owner_due(worker& self) noexcept {
    replay_controller* const controller = active_replay();
    return controller == nullptr ? work_item() : controller->owner_due(self);
  }

  /// `self` has found work, by a look of the scheduler or in its inbox. Returns what it takes up
  /// now: that, or nothing if it is not its turn yet.
  [[nodiscard]] work_item owner_takes_up(worker& self, work_item found) noexcept {
    replay_controller* const controller = active_replay();
    return controller == nullptr ? found : controller->owner_takes_up(self, found);
  }

  /// A look found nothing. Whether `self` is to look again at once, since there may be work now.
  [[nodiscard]] bool owner_looks_again(worker& self) noexcept {
    replay_controller* const controller = active_replay();
    return controller != nullptr && controller->owner_pauses(self);
  }

  // ---- falling asleep ----

  /// When a worker that is about to sleep is to look again though nobody wakes it; 0: never.
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
  std::unique_ptr<core::scheduler> scheduler_;  // ends before what it may send works to
};

}  // namespace nuthatch::core
