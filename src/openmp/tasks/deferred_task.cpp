// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/deferred_task.hpp"

#include <utility>

#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

void run_deferred(detail::task& taken) noexcept {
  auto& what = static_cast<deferred_task&>(static_cast<task_record&>(taken));
  thread& self = this_thread();
  task_team& of = *self.member->team->active_task_team();
  const std::uint32_t number = self.member->thread_num;
  const bool is_own = what.generating_thread == number;
  task_throttle& throttle = of.throttle_of(number);
  if (is_own) {
    throttle.begin_own();
  } else {
    of.throttle_of(what.generating_thread).any_note_stolen();
  }
  task_tree_node* const parent = what.parent();
  what.begin(parent, number);
  task current{.icvs = what.icvs,
               .innermost_node = &what,
               .own_node = &what,
               .parent_node = parent,
               .queued_at_start = throttle.queued(),
               .is_explicit = true,
               .is_final = what.is_final,
               .owns_icvs = what.icvs.are_counted()};
  const bool is_executed =
      !is_cancelled(*self.member->team, parent) || what.ends.if_cancelled() == cancel_action::run;
  task* const below = std::exchange(self.current_task, &current);
  if (is_executed) [[likely]] {
    what.function(data_of(what));
  } else {
    skip_cancelled(what);
  }
  self.current_task = below;
  end_current(current);
  const bool ends =
      !what.ends.is_detached() ||
      (is_executed ? event_of(what).is_last() : event_of(what).is_last_of_discarded());
  if (ends) {
    task_completion(of, number).complete(what, what.depend_node, is_own);
  } else if (!is_executed) {
    task_completion(of, number).discard_cancelled(what, what.depend_node);
  }
}

void fulfil(void* event) noexcept {
  auto& fulfilled = *static_cast<detach_event*>(event);
  task_team& of = fulfilled.team();
  deferred_task& task = fulfilled.task();
  if (!fulfilled.is_last()) {
    return;
  }
  const thread* const self = this_thread_or_null;
  const auto end = [&](const task_completion& by) {
    if (fulfilled.is_discarded()) {
      by.free_discarded(task);
    } else {
      by.complete(task, task.depend_node, /*is_own=*/false);
    }
  };
  if (self != nullptr && self->member->team->active_task_team() == &of) {
    end(task_completion(of, self->member->thread_num));
  } else {
    const task_team::external_completion here(of);
    end(task_completion(of, task_completion::no_thread));
  }
}

}  // namespace nuthatch::openmp
