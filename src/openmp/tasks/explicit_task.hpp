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

/// The clauses and data of a task construct.
struct task_request {
  void (*function)(void*);
  void* data;
  void (*copy)(void* into, void* from);  ///< constructs the task's data; null: the bytes are copied
  std::size_t bytes;
  std::size_t alignment;
  bool deferred;
  bool is_final;
  std::uint32_t priority = 0;  ///< see clamped_priority
  std::span<const dependence> dependences = {};
  void** event = nullptr;  ///< receives the event of a detached task
  cancel_action if_cancelled = cancel_action::skip;
  const std::uint64_t* bounds = nullptr;  ///< the first two words of the data: part of a taskloop
};

/// The effective priority, which is at most OMP_MAX_TASK_PRIORITY.
[[nodiscard]] std::uint32_t clamped_priority(std::int32_t requested) noexcept;

/// Creates a task that other threads may execute. Executes it immediately if it is not deferred, if
/// no other thread could execute it, or if enough tasks are queued.
void create_task(thread& self, const task_request& request) noexcept;

/// Whether the thread is alone in its team and has so many nested tasks on its stack that further
/// ones are deferred until these have completed.
[[nodiscard]] inline bool is_past_stack_limit(const thread& self) noexcept {
  return detail::stack_pointer() < self.member->immediate_stack_limit;
}

/// Whether create_task would execute a deferrable task without dependences, event or priority
/// immediately. If not, the caller may create the task by defer_task, which does not test again.
[[nodiscard, gnu::always_inline]] inline bool executes_at_once(const thread& self) noexcept {
  const team& team = *self.member->team;
  if (!team.may_defer_tasks() && !is_past_stack_limit(self)) {
    return true;
  }
  task_team* const all = team.active_task_team();
  return all != nullptr && all->has_enough(self.member->thread_num, *self.current_task);
}

/// Enqueues a task of the calling thread; see executes_at_once.
void defer_task(thread& self,
                void (*function)(void*),
                void* data,
                std::size_t bytes,
                std::size_t alignment,
                bool is_final) noexcept;

/// The same in two steps, for a program that writes the task's data itself.
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

/// Frees a task that was allocated and is not submitted.
void free_task(thread& self, deferred_task& created) noexcept;

}  // namespace nuthatch::openmp
