// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/taskgroup.hpp"

#include <new>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/task.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/waiting.hpp"

namespace nuthatch::openmp {

namespace {

taskgroup* group_from(task_tree_node* from) noexcept {
  while (from != nullptr && !from->is_taskgroup()) {
    from = from->parent();
  }
  return static_cast<taskgroup*>(from);
}

}  // namespace

void begin_taskgroup(thread& self) noexcept {
  task& current = *self.current_task;
  auto* const group = new (std::nothrow) taskgroup;
  if (group == nullptr) {
    abort_program("no memory for a taskgroup");
  }
  group->begin(current.generating_node(), self.member->thread_num);
  group->mark_taskgroup();
  group->children_before = current.innermost_node;
  current.innermost_node = group;
}

void begin_taskgroup_of_construct(thread& self) noexcept {
  begin_taskgroup(self);
  static_cast<taskgroup*>(self.current_task->innermost_node)->is_of_construct = true;
}

void end_taskgroup(thread& self) noexcept {
  task& current = *self.current_task;
  auto* const ended = static_cast<taskgroup*>(current.innermost_node);
  wait_for_descendants(self, *ended);
  current.innermost_node = ended->children_before;
  if (ended->llvm_reductions != nullptr) {
    end_reductions(*ended->llvm_reductions);
  }
  delete ended;
}

taskgroup* innermost_taskgroup(const task& current) noexcept {
  return group_from(current.generating_node());
}

taskgroup* innermost_taskgroup_of_program(const task& current) noexcept {
  taskgroup* found = innermost_taskgroup(current);
  while (found != nullptr && found->is_of_construct) {
    found = taskgroup_around(*found);
  }
  return found;
}

taskgroup* taskgroup_around(const taskgroup& group) noexcept {
  return group_from(group.parent());
}

bool is_in_cancelled_taskgroup(const task_tree_node* from) noexcept {
  while (from != nullptr && !from->is_cancelled()) {
    from = from->parent();
  }
  return from != nullptr;
}

}  // namespace nuthatch::openmp
