// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/tasks/task.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

struct task_request;

/// A task that was not deferred, while its thread executes it. Lies on its stack.
struct undeferred_task {
  task running;
  task* maker = nullptr;
};

void begin_undeferred(thread& self, undeferred_task& what, bool is_final) noexcept;
void end_undeferred(thread& self, undeferred_task& what) noexcept;

/// Executes a task that waits for nothing, whatever the request says of that.
void run_here(thread& self, const task_request& wanted) noexcept;

/// As make_task for one that the program wants at once, which waits for nothing, and whose data
/// need not be copied. `is_final` says that it is, or that its maker is.
void run_undeferred(thread& self, void (*function)(void*), void* data, bool is_final) noexcept;

/// Whether what is made below that node, or the team's implicit tasks, is to be passed over.
[[nodiscard]] inline bool is_cancelled(const team& of, const task_node* parent) noexcept {
  return of.is_cancelled() || (of.has_cancelled_taskgroups() && is_in_cancelled_taskgroup(parent));
}

[[gnu::noinline]] void end_own(task& ended) noexcept;

/// Its own uses end with a task, and what it has set.
inline void end_running(task& ended) noexcept {
  if (ended.uses != nullptr || ended.owns_icvs) [[unlikely]] {
    end_own(ended);
  }
}

}  // namespace nuthatch::openmp
