// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/undeferred_task.hpp"

#include <cstring>
#include <new>
#include <utility>

#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/threads/writable_icvs.hpp"

namespace nuthatch::openmp {

void end_own(task& ended) noexcept {
  release_icvs(ended);
  delete std::exchange(ended.uses, nullptr);
}

namespace {

/// `here` and `around` are the thread's, and the running task's: looked up once.
[[gnu::always_inline]] inline void begin_here(thread& self,
                                              const team_member& here,
                                              task_node* around,
                                              undeferred_task& what,
                                              bool is_final) noexcept {
  task& maker = *self.current_task;
  what.maker = &maker;
  // In place: a copy would wait for what is written of it.
  ::new (&what.running)
      task{.icvs = maker.icvs, .around = around, .is_explicit = true, .is_final = is_final};
  if (task_team* const task_team = here.team->active_task_team()) {
    task_throttle& throttle = task_team->throttle_of(here.thread_num);
    throttle.note_immediate();
    what.running.queued_at_start = throttle.queued();
  }
  self.current_task = &what.running;
}

[[gnu::always_inline]] inline void end_here(thread& self, undeferred_task& what) noexcept {
  self.current_task = what.maker;
  end_running(what.running);
  if (what.running.own != nullptr) {
    task_ender(*self.member->team->active_task_team(), self.member->thread_num)
        .end_uncounted(static_cast<task_record&>(*what.running.own));
  }
}

}  // namespace

void run_here(thread& self, const task_request& wanted) noexcept {
  undeferred_task what;
  begin_here(self, *self.member, self.current_task->nearest(), what, wanted.is_final);
  void* data = wanted.data;
  if (wanted.copy != nullptr) {
    data = align(__builtin_alloca(wanted.bytes + wanted.alignment), wanted.alignment);
    wanted.copy(data, wanted.data);
  }
  if (wanted.bounds != nullptr) {
    std::memcpy(data, wanted.bounds, 2 * sizeof(*wanted.bounds));
  }
  wanted.function(data);
  end_here(self, what);
}

void run_undeferred(thread& self, void (*function)(void*), void* data, bool is_final) noexcept {
  const team_member& here = *self.member;
  task_node* const around = self.current_task->nearest();
  if (!is_cancelled(*here.team, around)) {
    undeferred_task what;
    begin_here(self, here, around, what, is_final);
    function(data);
    end_here(self, what);
  }
}

void begin_undeferred(thread& self, undeferred_task& what, bool is_final) noexcept {
  begin_here(self, *self.member, self.current_task->nearest(), what, is_final);
}

void end_undeferred(thread& self, undeferred_task& what) noexcept {
  end_here(self, what);
}

}  // namespace nuthatch::openmp
