// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/options.hpp>

#include "openmp/model/task.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/dependence_list.hpp"
#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

/// How a generated task is executed.
enum class task_execution : std::uint8_t {
  discarded,   ///< not at all, since it is cancelled
  undeferred,  ///< by the encountering thread, after its predecessors: if(0)
  included,    ///< the same, since the generating task is final
  immediate,   ///< the same, although the program defers it
  deferred,    ///< later, by any thread of the team
};

/// The properties of a task that decide whether it is deferred.
struct task_clauses {
  bool deferred;             ///< no if clause is false
  bool is_detached = false;  ///< the task has an event
  std::uint32_t priority = 0;
  std::span<const dependence> dependences = {};
  /// The result is not `discarded`: the caller creates the task by execute_plain() or defer_task(),
  /// which make that test. GOMP_task would save more registers if it made the test.
  bool is_tested_later = false;
};

/// The thresholds of choose_execution().
struct task_limits {
  /// In larger teams, each thread executes the tasks that it generates immediately. A team of one
  /// thread executes them immediately until so much of its stack is in use (see team::enter).
  static constexpr std::uint32_t max_deferring_team_size = max_workers;
  static constexpr std::uintptr_t immediate_stack_bytes = 1U << 20U;

  /// So many queued tasks that are older than the current task suffice for thieves, which take
  /// older tasks first, since they are larger.
  static constexpr std::uint32_t enough_older = 3;

  /// The first child of a task is deferred, and a child while no other is incomplete: so the newer
  /// of two is executed first, which search programs are written for, while the other can be
  /// stolen. In a deep tree that would be a task of each level, so it holds only until so many are
  /// queued.
  static constexpr std::uint32_t enough_first = 128;

  /// At most so many tasks are queued for each thread of the team, which bounds their memory.
  [[nodiscard]] static constexpr std::uint32_t max_queued(std::uint32_t team_size) noexcept {
    return 64 * std::min(team_size, 1'024U);
  }

  /// The limit for tasks with incomplete predecessors. It is higher: while the generating thread
  /// waits, no thread creates the tasks after this one, which may be independent.
  [[nodiscard]] static constexpr std::uint32_t max_in_order(std::uint32_t max_queued) noexcept {
    return std::max(max_queued, 8'192U);
  }
};

/// Whether the thread is alone in its team, and has so many nested tasks on its stack that further
/// ones are deferred until these have completed.
[[nodiscard]] inline bool is_past_stack_limit(const thread& self) noexcept {
  return detail::stack_pointer() < self.member->immediate_stack_limit;
}

/// Whether all tasks are complete that the dependences of a child have to wait for.
[[nodiscard]] inline bool are_fulfilled(const task& generating_task,
                                        std::span<const dependence> dependences) noexcept {
  return dependences.empty() || generating_task.child_depends == nullptr ||
         generating_task.child_depends->are_fulfilled(dependences);
}

/// For a task whose predecessors are incomplete. If very many tasks are queued, the task waits for
/// its predecessors and is executed immediately; if the queue is full, another task is executed
/// first.
[[nodiscard, gnu::noinline]] task_execution execution_of_successor(thread& self,
                                                                   task_team& all) noexcept;

/// Whether the queue of the thread is full: max_queued() tasks are in it, or have been, and three
/// quarters of them have not started since.
[[nodiscard, gnu::always_inline]] inline bool is_queue_full(task_team& all,
                                                            std::uint32_t thread_num) noexcept {
  return all.throttle_of(thread_num).is_full(all.max_queued());
}

/// Whether a child of the generating task is throttled, or the queue of the thread is full.
[[nodiscard, gnu::always_inline]] inline bool is_throttled(task_team& all,
                                                           std::uint32_t thread_num,
                                                           const task& generating_task) noexcept {
  const task_tree_node* const node = generating_task.innermost_node;
  const bool may_have_child = node != nullptr && node->may_have_children();
  task_throttle& throttle = all.throttle_of(thread_num);
  bool has_enough = false;
  // Other threads write the count of children all the time, so it is read only if it matters.
  if (may_have_child &&
      throttle.has_older(generating_task.queued_at_start, task_limits::enough_older)) {
    has_enough = node->has_children() || throttle.has_waiting(task_limits::enough_first);
  } else {
    has_enough = throttle.has_waiting(task_limits::enough_first) &&
                 !(may_have_child && node->has_children());
  }
  return has_enough || is_queue_full(all, thread_num);
}

/// Decides how the task that the thread generates next is executed. The first row that holds
/// decides. T: threads of the team; queued: tasks in the thread's queue.
///
/// | condition                                                            | result             |
/// |----------------------------------------------------------------------|--------------------|
/// | the region or an enclosing taskgroup is cancelled (16.1)             | discarded          |
/// | if(0) (3.4, 12.5)                                                    | undeferred         |
/// | the generating task is final (12.3)                                  | included           |
/// | T > 4096; a detached task ends the program                           | immediate          |
/// | T = 1, less than 1 MiB of stack in use, predecessors complete        | immediate          |
/// | detach (12.5.2): later code of this thread may have to fulfill the   | deferred           |
/// | event                                                                |                    |
/// | predecessors incomplete, max(8192, 64 T) queued, and the team has    | immediate          |
/// | had no detached task                                                 |                    |
/// | predecessors incomplete; if 64 T are queued, executes one before     | deferred           |
/// | the team has no task team yet, so that nothing is queued             | deferred           |
/// | a priority lower than that of a queued task, queue not full          | deferred           |
/// | the current task has an incomplete child, and 3 queued tasks are     | immediate          |
/// | older than the current task                                          |                    |
/// | the current task has no incomplete child, and 128 are queued         | immediate          |
/// | 64 T queued (T counts up to 1024), from then on until fewer than     | immediate          |
/// | 16 T are                                                             |                    |
/// | else                                                                 | deferred           |
///
/// The mergeable clause has no row: no merged tasks are generated. A task that is undeferred,
/// included or immediate starts once its predecessors are complete.
[[nodiscard, gnu::always_inline]] inline task_execution choose_execution(
    thread& self, const team& team, const task_clauses& clauses) noexcept {
  const task& generating_task = *self.current_task;
  if (!clauses.is_tested_later && is_cancelled(team, generating_task.generating_node()))
      [[unlikely]] {
    return task_execution::discarded;
  }
  if (!clauses.deferred) {
    return task_execution::undeferred;
  }
  if (generating_task.is_final) {
    return task_execution::included;
  }
  if (!team.may_defer_tasks() && !is_past_stack_limit(self) &&
      are_fulfilled(generating_task, clauses.dependences)) {
    return task_execution::immediate;
  }
  task_team* const all = team.active_task_team();
  if (clauses.is_detached || all == nullptr) {
    return task_execution::deferred;
  }
  if (!are_fulfilled(generating_task, clauses.dependences)) {
    return execution_of_successor(self, *all);
  }
  const std::uint32_t thread_num = self.member->thread_num;
  const bool has_enough = clauses.priority == 0 || clauses.priority >= all->highest_waiting()
                              ? is_throttled(*all, thread_num, generating_task)
                              : is_queue_full(*all, thread_num);
  return has_enough ? task_execution::immediate : task_execution::deferred;
}

}  // namespace nuthatch::openmp
