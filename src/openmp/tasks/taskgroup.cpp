// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/taskgroup.hpp"

#include <new>

#include "base/assert.hpp"
#include "openmp/tasks/task.hpp"
#include "openmp/tasks/waiting.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

taskgroup* group_from(task_node* from) noexcept {
  while (from != nullptr && !from->is_group()) {
    from = from->parent();
  }
  return static_cast<taskgroup*>(from);
}

}  // namespace

void begin_taskgroup(thread& self) noexcept {
  task& running = *self.current_task;
  auto* const made = new (std::nothrow) taskgroup;
  if (made == nullptr) {
    base::end_program("openmp: no memory for a taskgroup");
  }
  made->begin(running.nearest(), self.member->thread_num);
  made->be_group();
  made->children_before = running.children;
  running.children = made;
}

void begin_taskgroup_of_construct(thread& self) noexcept {
  begin_taskgroup(self);
  static_cast<taskgroup*>(self.current_task->children)->is_of_construct = true;
}

void end_taskgroup(thread& self) noexcept {
  task& running = *self.current_task;
  auto* const ended = static_cast<taskgroup*>(running.children);
  wait_for_descendants(self, *ended);
  running.children = ended->children_before;
  if (ended->combined != nullptr) {
    end_reductions(*ended->combined);
  }
  delete ended;
}

taskgroup* innermost_taskgroup(const task& running) noexcept {
  return group_from(running.nearest());
}

taskgroup* innermost_taskgroup_of_program(const task& running) noexcept {
  taskgroup* found = innermost_taskgroup(running);
  while (found != nullptr && found->is_of_construct) {
    found = taskgroup_around(*found);
  }
  return found;
}

taskgroup* taskgroup_around(const taskgroup& of) noexcept {
  return group_from(of.parent());
}

bool is_in_cancelled_taskgroup(const task_node* from) noexcept {
  while (from != nullptr && !from->is_cancelled()) {
    from = from->parent();
  }
  return from != nullptr;
}

}  // namespace nuthatch::openmp
