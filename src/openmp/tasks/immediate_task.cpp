// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/immediate_task.hpp"

#include <cstring>
#include <new>
#include <utility>

#include "openmp/model/writable_icvs.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

void free_task_state(task& ended) noexcept {
  release_icvs(ended);
  return_depend_map(this_thread(), ended);
}

namespace {

/// `here` is the thread's record and `around` the parent node of the new task; the caller has
/// loaded them.
[[gnu::always_inline]] inline void begin_immediate_at(thread& self,
                                                      const team_member& here,
                                                      task_tree_node* around,
                                                      immediate_task& immediate,
                                                      bool is_final) noexcept {
  task& generating_task = *self.current_task;
  immediate.generating_task = &generating_task;
  // Constructs the task in place: a copy would stall on stores in flight.
  ::new (&immediate.current) task{.icvs = generating_task.icvs,
                                  .parent_node = around,
                                  .is_explicit = true,
                                  .is_final = is_final};
  if (task_team* const task_team = here.team->active_task_team()) {
    task_throttle& throttle = task_team->throttle_of(here.thread_num);
    throttle.note_immediate();
    immediate.current.queued_at_start = throttle.queued();
  }
  self.current_task = &immediate.current;
}

[[gnu::always_inline]] inline void end_immediate_of(thread& self,
                                                    immediate_task& immediate) noexcept {
  self.current_task = immediate.generating_task;
  end_current(immediate.current);
  if (immediate.current.own_node != nullptr) {
    task_completion(*self.member->team->active_task_team(), self.member->thread_num)
        .complete_immediate(static_cast<task_record&>(*immediate.current.own_node));
  }
}

}  // namespace

void execute_immediate(thread& self, const task_request& request) noexcept {
  immediate_task immediate;
  begin_immediate_at(
      self, *self.member, self.current_task->generating_node(), immediate, request.is_final);
  void* data = request.data;
  if (request.copy != nullptr) {
    data = align(__builtin_alloca(request.bytes + request.alignment), request.alignment);
    request.copy(data, request.data);
  }
  if (request.bounds != nullptr) {
    std::memcpy(data, request.bounds, 2 * sizeof(*request.bounds));
  }
  request.function(data);
  end_immediate_of(self, immediate);
}

void execute_plain(thread& self, void (*function)(void*), void* data, bool is_final) noexcept {
  const team_member& here = *self.member;
  task_tree_node* const around = self.current_task->generating_node();
  if (!is_cancelled(*here.team, around)) {
    immediate_task immediate;
    begin_immediate_at(self, here, around, immediate, is_final);
    function(data);
    end_immediate_of(self, immediate);
  }
}

void begin_immediate(thread& self, immediate_task& immediate, bool is_final) noexcept {
  begin_immediate_at(self, *self.member, self.current_task->generating_node(), immediate, is_final);
}

void end_immediate(thread& self, immediate_task& immediate) noexcept {
  end_immediate_of(self, immediate);
}

}  // namespace nuthatch::openmp
