// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/task_memory.hpp"
#include "openmp/tasks/task_node.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

class dependence_point;
struct deferred_task;

/// Who ends tasks of a task team: one of its members; or a thread that is none, as it may be who
/// fulfils the event of a detached task.
class task_ender {
 public:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  task_ender(task_team& of, std::uint32_t number) noexcept : of_(of), number_(number) {}

  /// A task has ended whose parent counts it. What waited for it may begin; null: nothing can.
  void end(task_record& ended, dependence_point* point, bool is_own) const noexcept;

  /// A detached one that has not begun, and never will. Its memory stays for who fulfils its event.
  void discard(task_record& ended, dependence_point* point) const noexcept;

  /// Of one that was discarded.
  void give_back_discarded(task_record& unused) const noexcept {
    give_back(unused, /*is_own=*/false);
  }

  /// One that was not deferred, and that nobody counts.
  void end_uncounted(task_record& ended) const noexcept {
    let_descendants_be(ended, /*counts=*/false, /*is_own=*/true);
  }

  /// The running task, which is about to have its first child, is below the first ancestor that has
  /// not ended from now on. Its parent has.
  void move_up(task& running) const noexcept;

  /// What was waiting for others may begin, the last of which is below `last_parent` and not
  /// counted as ended. So the waiting task's home is there for as long, if that is below it.
  void begin(deferred_task& waited, const task_node& last_parent) const noexcept;

  [[nodiscard]] task_team& of() const noexcept { return of_; }

 private:
  void let_descendants_be(task_record& ended, bool counts, bool is_own) const noexcept;
  void end_child_of(task_node& parent) const noexcept;
  void let_go(task_node* last) const noexcept;
  void give_back(task_record& unused, bool is_own) const noexcept;

  task_team& of_;
  std::uint32_t number_;
};

}  // namespace nuthatch::openmp
