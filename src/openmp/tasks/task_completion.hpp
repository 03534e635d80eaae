// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/task_memory.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/tasks/task_tree_node.hpp"

namespace nuthatch::openmp {

class depend_node;
struct deferred_task;

/// Who ends tasks of a task team: one of its members; or a thread that is none, as it may be who
/// fulfils the event of a detached task.
class task_completion {
 public:
  static constexpr std::uint32_t no_thread = ~std::uint32_t{0};

  task_completion(task_team& task_team, std::uint32_t number) noexcept
      : task_team_(task_team),
        thread_num_(number) {}

  /// A task has ended whose parent counts it. What waited for it may begin; null: nothing can.
  void complete(task_record& ended, depend_node* node, bool is_own) const noexcept;

  /// A detached one that has not begun, and never will. Its memory stays for who fulfils its event.
  void discard_cancelled(task_record& ended, depend_node* node) const noexcept;

  /// Of one that was discarded.
  void free_discarded(task_record& unused) const noexcept {
    free_storage(unused, /*is_own=*/false);
  }

  /// One that was not deferred, and that nobody counts.
  void complete_immediate(task_record& ended) const noexcept {
    free_or_retain(ended, /*counts=*/false, /*is_own=*/true);
  }

  /// The running task, which is about to have its first child, is below the first ancestor that has
  /// not ended from now on. Its parent has.
  void reparent(task& current) const noexcept;

  /// What was waiting for others may begin, the last of which is below `last_parent` and not
  /// counted as ended. So the waiting task's home is there for as long, if that is below it.
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
