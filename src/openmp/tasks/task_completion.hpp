// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/task_memory.hpp"
#include "openmp/model/task_tree_node.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

class depend_node;
struct deferred_task;

/// Completes tasks of a task team, on one of its threads or on another one. The latter may fulfill
/// the event of a detached task.
class task_completion {
 public:
  static constexpr std::uint32_t no_thread = ~std::uint32_t{0};

  task_completion(task_team& task_team, std::uint32_t number) noexcept
      : task_team_(task_team),
        thread_num_(number) {}

  /// Completes a task that its parent node counts, and makes its successors ready. `node` is null
  /// if the task has none.
  void complete(task_record& ended, depend_node* node, bool is_own) const noexcept;

  /// Completes a detached task that was cancelled before it started. Its memory is freed later, by
  /// the caller or by the thread that fulfills its event.
  void discard_cancelled(task_record& ended, depend_node* node) const noexcept;

  /// Frees the record of such a task.
  void free_discarded(task_record& unused) const noexcept {
    free_storage(unused, /*is_own=*/false);
  }

  /// Completes an immediate task, which no parent node counts.
  void complete_immediate(task_record& ended) const noexcept {
    free_or_retain(ended, /*counts=*/false, /*is_own=*/true);
  }

  /// Moves the current task below the first ancestor that is not complete. Call it before the
  /// task's first child is created. The task's parent is complete.
  void reparent(task& current) const noexcept;

  /// Makes a task ready whose last predecessor is below `last_parent` and still counted there. So
  /// the home of the task exists if it is `last_parent` or an ancestor of it.
  void make_ready(deferred_task& waited, const task_tree_node& last_parent) const noexcept;

  [[nodiscard]] task_team& team() const noexcept { return task_team_; }

 private:
  void free_or_retain(task_record& ended, bool counts, bool is_own) const noexcept;
  void complete_child_of(task_tree_node& parent) const noexcept;
  void free_with_ancestors(task_tree_node* last) const noexcept;
  void free_storage(task_record& unused, bool is_own) const noexcept;

  task_team& task_team_;
  std::uint32_t thread_num_;
};

}  // namespace nuthatch::openmp
