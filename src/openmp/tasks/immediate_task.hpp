// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/tasks/task.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

struct task_request;

/// A task that was not deferred, while its thread executes it. Lies on its stack.
struct immediate_task {
  task current;
  task* generating_task = nullptr;
};

void begin_immediate(thread& self, immediate_task& immediate, bool is_final) noexcept;
void end_immediate(thread& self, immediate_task& immediate) noexcept;

/// Executes a task that waits for nothing, whatever the request says of that.
void execute_immediate(thread& self, const task_request& request) noexcept;

/// As create_task for one that the program wants at once, which waits for nothing, and whose data
/// need not be copied. `is_final` says that it is, or that its maker is.
void execute_plain(thread& self, void (*function)(void*), void* data, bool is_final) noexcept;

/// Whether what is made below that node, or the team's implicit tasks, is to be passed over.
[[nodiscard]] inline bool is_cancelled(const team& team, const task_tree_node* parent) noexcept {
  return team.is_cancelled() ||
         (team.has_cancelled_taskgroups() && is_in_cancelled_taskgroup(parent));
}

[[gnu::noinline]] void free_task_state(task& ended) noexcept;

/// Its own uses end with a task, and what it has set.
inline void end_current(task& ended) noexcept {
  if (ended.child_depends != nullptr || ended.owns_icvs) [[unlikely]] {
    free_task_state(ended);
  }
}

}  // namespace nuthatch::openmp
