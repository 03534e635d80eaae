// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

class task_tree_node;
struct thread;

// While the current task waits, its thread executes descendants of the task, its children first;
// nothing else, since another task might acquire a lock that this one holds. Then the thread
// sleeps.

/// Waits for the children of the current task.
void wait_for_children(thread& self) noexcept;

/// Waits for the descendants of one of its nodes.
void wait_for_descendants(thread& self, const task_tree_node& ancestor) noexcept;

/// Waits for the children that the dependences, of which there are some, have to wait for.
void wait_for_some_predecessors(thread& self, std::span<const dependence> dependences) noexcept;

inline void wait_for_predecessors(thread& self, std::span<const dependence> dependences) noexcept {
  if (!dependences.empty()) {
    wait_for_some_predecessors(self, dependences);
  }
}

/// Executes the queued descendant with the highest priority; else the newest child, if it is still
/// queued.
void yield_task(thread& self) noexcept;

}  // namespace nuthatch::openmp
