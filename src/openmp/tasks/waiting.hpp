// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

class task_tree_node;
struct thread;

// Where the running task waits, its thread executes what descends from it, its own children first:
// nothing else, since that might want a lock which the task holds. Then the thread sleeps.

/// For the children of the running task.
void wait_for_children(thread& self) noexcept;

/// For what descends from one of its nodes.
void wait_for_descendants(thread& self, const task_tree_node& ancestor) noexcept;

/// For those of its children that the uses, of which there are some, have to wait for.
void wait_for_some_predecessors(thread& self, std::span<const dependence> dependences) noexcept;

inline void wait_for_predecessors(thread& self, std::span<const dependence> dependences) noexcept {
  if (!dependences.empty()) {
    wait_for_some_predecessors(self, dependences);
  }
}

/// Executes the descendant that waits with the highest priority; else the child that was made last,
/// if it waits still.
void yield_task(thread& self) noexcept;

}  // namespace nuthatch::openmp
