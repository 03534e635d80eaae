// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::core {
class team;
}

namespace nuthatch::detail {

/// The state that the tasks of a group share: a finish without a body.
///
/// | operation   | who may call                                                                |
/// |-------------|-----------------------------------------------------------------------------|
/// | any_member  | all that may spawn into the group: owner, its tasks, others before it ends  |
/// | any_add     | the same                                                                    |
/// | keep        | a task for which may_keep() is true                                         |
/// | any_stop    | the same, and any thread that knows that the group is not destroyed yet     |
/// | owner_wait  | the task or foreign thread that created it                                  |
/// | owner_keeps | the worker whose stack chain contains the group, while it keeps tasks of it |
///
/// Invariants:
///  K1  A worker keeps a task of the group, and the group does not count it, only as an async of
///      the finish that the group is (A2), or while it executes the owner's stack: the stack that
///      the group lies on, if the owner created it there, or the one that waits for the group.
///      Before the stack leaves the worker, the kept tasks are published, and counted.
///  K2  `kept_` is the number of tasks that are kept while a worker executes the owner's stack. A
///      wait runs or publishes them all before it looks at the counter.
class group_state : public finish_state {
 public:
  /// Creates a group for the calling task's runtime; on a foreign thread for the default runtime,
  /// which is created if necessary.
  group_state();

  /// Returns the calling thread's worker if it belongs to the group's runtime, otherwise null.
  /// Throws error in the child process of a fork, where that runtime has no workers.
  [[nodiscard]] worker* any_member() const;

  /// Takes over a task whose join is this group. The task was created for any_member(), or on the
  /// heap if that was null.
  void any_add(task* made) noexcept;

  /// Stops the group until the next wait is over.
  void any_stop() noexcept;

  /// How a wait has ended.
  struct waited {
    std::exception_ptr thrown;  ///< by tasks of the group
    outcome how;
  };

  /// Waits for all tasks, and runs those that no worker has taken. Throws error if a task of the
  /// group calls it, if two calls overlap, or if a worker keeps tasks for the owner, which is
  /// another task.
  [[nodiscard]] waited owner_wait();

  /// Returns whether the calling thread certainly is a worker that may keep tasks of the group, and
  /// nothing is requested from it: the group is close to the end of the running stack (K1).
  [[nodiscard, gnu::always_inline]] bool may_keep(const worker& self) const noexcept {
    return on_owners_stack_ - stack_pointer() < self.near_scopes && !self.poll_pending();
  }

  /// Keeps a task whose join is this group.
  [[gnu::always_inline]] void keep(worker& self, task* made) noexcept {
    self.group_tasks.keep(made);
    owner_keeps(1);
  }

  /// Returns whether a worker keeps tasks of the group (K2).
  [[nodiscard]] bool keeps_any() const noexcept { return kept_.load(memory_order_relaxed) != 0; }

  /// Notes that the worker keeps more tasks, or fewer.
  void owner_keeps(std::uint32_t more) noexcept {
    kept_.store(kept_.load(memory_order_relaxed) + more, memory_order_relaxed);
  }

  void owner_keeps_fewer(std::uint32_t fewer) noexcept { owner_keeps(0 - fewer); }

 private:
  [[nodiscard]] work_id id_of_wait() const noexcept;
  bool run_tasks_here();

  core::team* team_;

  // The pedigree at which the group was created, if the group ends before the recorded region that
  // contains it; otherwise no task.
  pedigree made_at_{};
  std::uint64_t after_newest_ = 0;  // that task's newest spawn into it; 0: none since a wait
  // The group's address if it lies on the stack on which its owner created it; otherwise 0. A group
  // may lie on the stack of a task that does not own it, in a std::optional for instance.
  std::uintptr_t on_owners_stack_ = 0;
  atomic<bool> waits_{/*value=*/false};
  // Relaxed: one thread at a time uses it, unless a task waits that does not own the group.
  atomic<std::uint32_t> kept_ = 0;
};

}  // namespace nuthatch::detail
