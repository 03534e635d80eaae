// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

/// The help-first tasks that a worker keeps private until another worker requests work: asyncs,
/// tasks of groups (K1), and launched tasks, in a list each. Each list is doubly linked, newest
/// first, with an anchor at both ends.
///
/// Invariants:
///  A1  Only the owner touches a list and its tasks. No async in it is counted at its finish, and
///      no task of a group at the group; publishing the task counts it there, and other threads
///      never observe anything else of it.
///  A2  For each async, a call on the running stack chain, a drain, takes out all asyncs of its
///      finish before that can end: at the end of the finish itself, or of a task that came from
///      another worker. The finishes of the list, newest first, are in the order in which their
///      drains return.
///  A3  So no async remains when the worker leaves the stack chain: when a task is suspended or
///      ends away from its spawner, and before a continuation is published. And code that has run
///      under a finish further out than the innermost one leaves none of that finish's asyncs
///      behind.
///
/// Cost: four stores to keep a task, one to take it back; no atomic access, and no access to a
/// finish.
class private_tasks {
 public:
  private_tasks() noexcept = default;
  private_tasks(const private_tasks&) = delete;
  private_tasks& operator=(const private_tasks&) = delete;
  ~private_tasks() = default;

  [[nodiscard]] bool empty() const noexcept { return newest_ == &anchor_; }

  /// Returns the newest task; if the list is empty, the anchor, whose join is null.
  [[nodiscard]] task& newest() const noexcept { return *newest_; }

  /// Returns the oldest task. Requires a list that is not empty.
  [[nodiscard]] task& oldest() const noexcept { return *anchor_.newer; }

  [[gnu::always_inline]] void keep(task* made) noexcept {
    task* const older = newest_;
    made->next = older;
    made->chain = older->chain + 1;
    older->newer = made;
    newest_ = made;
  }

  [[gnu::always_inline]] void take_newest() noexcept { newest_ = newest_->next; }

  // ---- what follows is in src/core/publishing/private_tasks.cpp ----

  [[nodiscard]] std::uint32_t count() const noexcept;

  /// Removes a task, wherever it is in the list.
  void take(task& one) noexcept;

  /// Moves all tasks to an empty list.
  void move_to(private_tasks& other) noexcept;

  /// A part cut off from the list: linked by `next` from `newest` on, with null at the end.
  struct part {
    task* newest;
    std::uint32_t count;
  };

  /// Removes the oldest tasks with the same join as the oldest, at most `most` of them. Requires a
  /// list that is not empty.
  [[nodiscard]] part take_oldest_of_one_join(std::uint32_t most) noexcept;

 private:
  task* newest_ = &anchor_;
  task anchor_{};  // its `newer` is the oldest
};

}  // namespace nuthatch::detail
