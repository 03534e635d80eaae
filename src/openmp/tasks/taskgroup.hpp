// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/task_tree_node.hpp"

namespace nuthatch::openmp {

struct task;
class task_reductions;
struct thread;

/// A taskgroup of the current task. Its end waits for the tasks that are created in it, and for
/// their descendants.
struct taskgroup : task_tree_node {
  task_tree_node* children_before = nullptr;   // the innermost node before it
  std::uintptr_t* reductions = nullptr;        // see reductions.hpp
  task_reductions* llvm_reductions = nullptr;  // of programs that Clang built
  bool is_of_construct = false;                // created by the runtime for a reduction, see below
};

/// Ends the reductions of a completed taskgroup.
void end_reductions(task_reductions& reductions) noexcept;

void begin_taskgroup(thread& self) noexcept;

/// Begins a taskgroup that is not in the program: that of a construct in whose reductions tasks
/// participate. It ends as others do, and cannot be cancelled.
void begin_taskgroup_of_construct(thread& self) noexcept;

void end_taskgroup(thread& self) noexcept;

/// The innermost taskgroup of the current task or of an ancestor, or null.
[[nodiscard]] taskgroup* innermost_taskgroup(const task& current) noexcept;

/// The innermost taskgroup of the program, which `cancel taskgroup` refers to, or null.
[[nodiscard]] taskgroup* innermost_taskgroup_of_program(const task& current) noexcept;

/// The enclosing taskgroup.
[[nodiscard]] taskgroup* taskgroup_around(const taskgroup& group) noexcept;

/// Whether a task below this node is in a cancelled taskgroup.
[[nodiscard]] bool is_in_cancelled_taskgroup(const task_tree_node* from) noexcept;

}  // namespace nuthatch::openmp
