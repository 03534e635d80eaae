// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

class task_tree_node;
struct thread;

// While the current task waits, its thread executes descendants of the task, its children first. It
// executes no other tasks, since these might acquire a lock that the waiting task holds. If there
// are none, the thread sleeps.

/// Waits for the children of the current task.
void wait_for_children(thread& self) noexcept;

/// Waits for the descendants of one of the current task's nodes.
void wait_for_descendants(thread& self, const task_tree_node& ancestor) noexcept;

/// Waits for the children that the dependences have to wait for. There must be dependences.
void wait_for_some_predecessors(thread& self, std::span<const dependence> dependences) noexcept;

inline void wait_for_predecessors(thread& self, std::span<const dependence> dependences) noexcept {
  if (!dependences.empty()) {
    wait_for_some_predecessors(self, dependences);
  }
}

/// Executes the queued descendant with the highest priority, or else the newest child if it is
/// still queued.
void yield_task(thread& self) noexcept;

/// The same, or a descendant in the queue of any thread.
void run_any_descendant(thread& self) noexcept;

}  // namespace nuthatch::openmp
