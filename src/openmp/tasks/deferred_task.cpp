// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/deferred_task.hpp"

#include <utility>

#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/tasks/undeferred_task.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

void run_deferred(detail::task& taken) noexcept {
  auto& what = static_cast<deferred_task&>(static_cast<task_record&>(taken));
  thread& self = this_thread();
  task_team& of = *self.member->team->active_task_team();
  const std::uint32_t number = self.member->thread_num;
  const bool is_own = what.maker == number;
  task_throttle& throttle = of.throttle_of(number);
  if (is_own) {
    throttle.begin_own();
  } else {
    of.throttle_of(what.maker).any_note_stolen();
  }
  task_node* const parent = what.parent();
  what.begin(parent, number);
  task running{.icvs = what.icvs,
               .children = &what,
               .own = &what,
               .around = parent,
               .queued_at_start = throttle.queued(),
               .is_explicit = true,
               .is_final = what.is_final,
               .owns_icvs = what.icvs.are_counted()};
  const bool is_executed =
      !is_cancelled(*self.member->team, parent) || what.ends.if_cancelled() == when_cancelled::run;
  task* const below = std::exchange(self.current_task, &running);
  if (is_executed) [[likely]] {
    what.function(data_of(what));
  } else {
    pass_over(what);
  }
  self.current_task = below;
  end_running(running);
  const bool ends =
      !what.ends.is_detached() ||
      (is_executed ? event_of(what).is_last() : event_of(what).is_last_of_discarded());
  if (ends) {
    task_ender(of, number).end(what, what.point, is_own);
  } else if (!is_executed) {
    task_ender(of, number).discard(what, what.point);
  }
}

void fulfil(void* event) noexcept {
  auto& fulfilled = *static_cast<detach_event*>(event);
  task_team& of = fulfilled.of();
  deferred_task& task = fulfilled.task();
  if (!fulfilled.is_last()) {
    return;
  }
  const thread* const self = this_thread_or_null;
  const auto end = [&](const task_ender& by) {
    if (fulfilled.is_discarded()) {
      by.give_back_discarded(task);
    } else {
      by.end(task, task.point, /*is_own=*/false);
    }
  };
  if (self != nullptr && self->member->team->active_task_team() == &of) {
    end(task_ender(of, self->member->thread_num));
  } else {
    const task_team::external_completion here(of);
    end(task_ender(of, task_ender::nobody));
  }
}

}  // namespace nuthatch::openmp
