// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/task_tree_node.hpp"

namespace nuthatch::openmp {

struct task;
class task_reductions;
struct thread;

/// A taskgroup of the running task: what it makes from now on, and all that comes of it, is waited
/// for at the end of the group.
struct taskgroup : task_tree_node {
  task_tree_node* children_before = nullptr;   // where the task counted its children before
  std::uintptr_t* reductions = nullptr;        // see reductions.hpp
  task_reductions* llvm_reductions = nullptr;  // of programs that Clang built
  bool is_of_construct = false;                // that the runtime made for a reduction, see below
};

/// Of a taskgroup that has ended.
void end_reductions(task_reductions& reductions) noexcept;

void begin_taskgroup(thread& self) noexcept;

/// Begins a group that the program does not have: that of a construct in whose reductions tasks
/// take part. The group ends as others do, and cannot be cancelled.
void begin_taskgroup_of_construct(thread& self) noexcept;

void end_taskgroup(thread& self) noexcept;

/// The innermost one that the running task is in, its own or that of an ancestor; null: none.
[[nodiscard]] taskgroup* innermost_taskgroup(const task& current) noexcept;

/// The innermost one that the program has, which `cancel taskgroup` means; null: none.
[[nodiscard]] taskgroup* innermost_taskgroup_of_program(const task& current) noexcept;

/// The one around it.
[[nodiscard]] taskgroup* taskgroup_around(const taskgroup& group) noexcept;

/// Whether a task that descends from there is in a taskgroup that was cancelled.
[[nodiscard]] bool is_in_cancelled_taskgroup(const task_tree_node* from) noexcept;

}  // namespace nuthatch::openmp
