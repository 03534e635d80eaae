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
/// | operation  | who may call                                                                 |
/// |------------|------------------------------------------------------------------------------|
/// | any_member | all that may spawn into the group: owner, its tasks, others before it ends   |
/// | any_add    | the same                                                                     |
/// | owner_wait | the task or foreign thread that created it                                   |
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

  /// Waits for all tasks, and runs those that no worker has taken. Returns their exceptions. Throws
  /// error if a task of the group calls it, or if two calls overlap.
  [[nodiscard]] std::exception_ptr owner_wait();

 private:
  [[nodiscard]] work_id id_of_wait() const noexcept;

  core::team* team_;

  // The pedigree at which the group was created, if the group ends before the recorded region that
  // contains it; otherwise no task.
  pedigree made_at_{};
  std::uint64_t after_newest_ = 0;  // that task's newest spawn into it; 0: none since a wait
  atomic<bool> waits_{/*value=*/false};
};

}  // namespace nuthatch::detail
