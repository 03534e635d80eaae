// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/task.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/taskgroup.hpp"

namespace nuthatch::openmp {

struct task_request;

/// An immediate task, while its thread executes it. Lies on that thread's stack.
struct immediate_task {
  task current;
  task* generating_task = nullptr;
};

void begin_immediate(thread& self, immediate_task& immediate, bool is_final) noexcept;
void end_immediate(thread& self, immediate_task& immediate) noexcept;

/// Executes a task immediately. It must have no incomplete predecessors, whatever the request
/// names.
void execute_immediate(thread& self, const task_request& request) noexcept;

/// The same for a task whose data need no copy; discards it if it is cancelled. `is_final` is true
/// if the task or its generating task is final.
void execute_plain(thread& self, void (*function)(void*), void* data, bool is_final) noexcept;

/// Whether tasks created below this node, or by the team's implicit tasks, are discarded.
[[nodiscard]] inline bool is_cancelled(const team& team, const task_tree_node* parent) noexcept {
  return team.is_cancelled() ||
         (team.has_cancelled_taskgroups() && is_in_cancelled_taskgroup(parent));
}

[[gnu::noinline]] void free_task_state(task& ended) noexcept;

/// Frees the depend map of a completed task, and releases its ICV copy.
inline void end_current(task& ended) noexcept {
  if (ended.child_depends != nullptr || ended.owns_icvs) [[unlikely]] {
    free_task_state(ended);
  }
}

}  // namespace nuthatch::openmp
