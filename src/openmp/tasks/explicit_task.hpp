// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependence_list.hpp"
#include "openmp/tasks/task_team.hpp"

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

/// Creates a task that other threads may execute, or executes it immediately. See
/// choose_execution().
void create_task(thread& self, const task_request& request) noexcept;

/// Enqueues a task on the calling thread after choose_execution() has returned `deferred`; discards
/// it if it is cancelled.
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
