// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

/// What a worker has spawned help-first and keeps to itself until somebody asks for work: asyncs in
/// one list, launched tasks in another. Newest first, linked both ways; an anchor ends the list at
/// either end.
///
/// Invariants:
///  A1  Only the owner touches a list and what is in it. No async in it is counted at its finish;
///      publishing it counts it there, and that is all that others ever see of it.
///  A2  For each async a call on the running stack chain, a drain, takes out all of its finish
///      before that can end: the end of the finish itself, or of a task that came from elsewhere.
///      The finishes of the list, newest first, are in the order in which their drains return.
///  A3  So no async is left when the stack chain is: when a task is suspended or ends away from its
///      spawner, and before a continuation is published. And what has run under a finish further
///      out than the innermost one leaves none of that behind.
///
/// Cost: four stores to keep a task, one to take it back; no atomic access, and no look at a
/// finish.
class private_tasks {
 public:
  private_tasks() noexcept = default;
  private_tasks(const private_tasks&) = delete;
  private_tasks& operator=(const private_tasks&) = delete;
  ~private_tasks() = default;

  [[nodiscard]] bool empty() const noexcept { return newest_ == &anchor_; }

  /// The anchor, whose join is null, where the list is empty.
  [[nodiscard]] task& newest() const noexcept { return *newest_; }

  /// The oldest. Requires that there is one.
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

  /// Takes one out, wherever it is.
  void take(task& one) noexcept;

  /// All of them, to an empty list.
  void move_to(private_tasks& other) noexcept;

  /// A part of the list, cut off from it: linked by next from `newest` on, the last one to null.
  struct part {
    task* newest;
    std::uint32_t count;
  };

  /// Takes the oldest out, `most` of them, or as many as have the same join as the oldest. Requires
  /// that there is one.
  [[nodiscard]] part take_oldest_of_one_join(std::uint32_t most) noexcept;

 private:
  task* newest_ = &anchor_;
  task anchor_{};  // its `newer` is the oldest
};

}  // namespace nuthatch::detail
