// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <nuthatch/detail/arch.hpp>

#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependence_list.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

/// What a program asks for by a task construct.
struct task_request {
  void (*function)(void*);
  void* data;
  void (*copy)(void* into, void* from);  ///< makes the task's data; null: its bytes are copied
  std::size_t bytes;
  std::size_t alignment;
  bool deferred;
  bool is_final;
  std::uint32_t priority = 0;  ///< see clamped_priority
  std::span<const dependence> dependences = {};
  void** event = nullptr;  ///< gets the event of a detached task
  cancel_action if_cancelled = cancel_action::skip;
  const std::uint64_t* bounds = nullptr;  ///< the first two words of its data: part of a taskloop
};

/// The priority that counts of one that a program says: at most OMP_MAX_TASK_PRIORITY.
[[nodiscard]] std::uint32_t clamped_priority(std::int32_t requested) noexcept;

/// Makes the task: others may execute it from now on. Or executes it at once, where the program
/// wants it so, where nobody else could, or where enough tasks wait.
void create_task(thread& self, const task_request& request) noexcept;

/// Whether the thread is that of a team of one, and so many tasks lie on its stack that the next
/// ones are to be executed once these have ended.
[[nodiscard]] inline bool is_past_stack_limit(const thread& self) noexcept {
  return detail::stack_pointer() < self.member->immediate_stack_limit;
}

/// Whether create_task would execute a task that the program wants deferred, without uses, an event
/// or a priority. Else it may be made by defer_task, which does not ask again.
[[nodiscard, gnu::always_inline]] inline bool executes_at_once(const thread& self) noexcept {
  const team& team = *self.member->team;
  if (!team.may_defer_tasks() && !is_past_stack_limit(self)) {
    return true;
  }
  task_team* const all = team.active_task_team();
  return all != nullptr && all->has_enough(self.member->thread_num, *self.current_task);
}

/// Puts one into the queue of its thread. See executes_at_once.
void defer_task(thread& self,
                void (*function)(void*),
                void* data,
                std::size_t bytes,
                std::size_t alignment,
                bool is_final) noexcept;

/// The same in two steps, where the program writes the task's data itself.
[[nodiscard]] deferred_task& allocate_task(thread& self,
                                           void (*function)(void*),
                                           std::size_t bytes,
                                           std::size_t alignment,
                                           bool is_final,
                                           task_end_kind ends = {}) noexcept;
void submit_task(thread& self,
                 deferred_task& created,
                 bool deferred,
                 std::span<const dependence> dependences) noexcept;

/// Of one that was allocated and is not to be started.
void free_task(thread& self, deferred_task& created) noexcept;

}  // namespace nuthatch::openmp
