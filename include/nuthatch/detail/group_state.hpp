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

/// What the tasks of a group share: a finish without a body.
///
/// | operation  | who may call                                                                 |
/// |------------|------------------------------------------------------------------------------|
/// | any_member | who may spawn into the group: its owner, a task of it, others before it ends |
/// | any_add    | the same                                                                     |
/// | owner_wait | the task or foreign thread that made it                                      |
class group_state : public finish_state {
 public:
  /// For the calling task's runtime; on a foreign thread the default one, which is made if there is
  /// none.
  group_state();

  /// The calling thread's worker if it belongs to the group's runtime, else null. Throws error in
  /// the child of a fork, where that runtime has no workers.
  [[nodiscard]] worker* any_member() const;

  /// Hands a task over that has this as its join: made for any_member(), or on the heap without
  /// one.
  void any_add(task* made) noexcept;

  /// Waits for all tasks, running those that nobody took yet. Returns what they threw. Throws error
  /// when a task of the group calls it, or two do at a time.
  [[nodiscard]] std::exception_ptr owner_wait();

 private:
  [[nodiscard]] work_id id_of_wait() const noexcept;

  core::team* team_;

  // Where it was made, if it is gone before the recorded region ends that this is in; else of no
  // task.
  pedigree made_at_{};
  std::uint64_t after_newest_ = 0;  // the newest spawn of that task into it; 0: none since a wait
  atomic<bool> waits_ = false;
};

}  // namespace nuthatch::detail
