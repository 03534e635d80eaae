// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/deferred_task.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <nuthatch/detail/block_cache.hpp>

#include "base/cache_line.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

namespace {

/// Prefetches the first data of a task that another thread has generated.
void fetch_data(const deferred_task& stolen) noexcept {
  constexpr std::uint32_t most = 3;  // the class of 512 bytes
  const auto* const first = reinterpret_cast<const std::byte*>(&stolen);
  const std::uint32_t block_class = std::min(stolen.block_class, most);
  for (std::size_t i = 2 * base::cache_line_size; i < detail::task_block_sizes[block_class];
       i += base::cache_line_size) {
    __builtin_prefetch(first + i);
  }
}

}  // namespace

detail::worker& run_deferred(detail::task& taken) noexcept {
  auto& deferred = static_cast<deferred_task&>(static_cast<task_record&>(taken));
  thread& self = this_thread();
  task_team& task_team = *self.member->team->active_task_team();
  const std::uint32_t number = self.member->thread_num;
  const bool is_own = deferred.generating_thread == number;
  task_throttle& throttle = task_team.throttle_of(number);
  if (is_own) {
    throttle.begin_own();
  } else {
    fetch_data(deferred);
    task_team.throttle_of(deferred.generating_thread).any_note_stolen();
  }
  task_tree_node* const parent = deferred.parent();
  deferred.begin(parent, number);
  task current{.icvs = deferred.icvs,
               .innermost_node = &deferred,
               .own_node = &deferred,
               .parent_node = parent,
               .queued_at_start = throttle.queued(),
               .is_explicit = true,
               .is_final = deferred.is_final,
               .owns_icvs = deferred.icvs.are_counted()};
  const bool is_executed = !is_cancelled(*self.member->team, parent) ||
                           deferred.ends.if_cancelled() == cancel_action::run;
  task* const below = std::exchange(self.current_task, &current);
  if (is_executed) [[likely]] {
    deferred.function(data_of(deferred));
  } else {
    skip_cancelled(deferred);
  }
  self.current_task = below;
  end_current(current);
  const task_completion by(task_team, number);
  if (!deferred.ends.is_detached() || (is_executed && event_of(deferred).is_last())) {
    by.complete(deferred, deferred.depend_node, is_own);
  } else if (!is_executed) {
    by.discard_cancelled(deferred, deferred.depend_node);
    // From now on, a thread that fulfils the event may free the task.
    if (event_of(deferred).is_last_of_discarded()) {
      by.free_discarded(deferred);
    }
  }
  return detail::reload_worker();
}

void fulfil(void* event) noexcept {
  auto& fulfilled = *static_cast<detach_event*>(event);
  task_team& task_team = fulfilled.team();
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
  if (self != nullptr && self->member->team->active_task_team() == &task_team) {
    end(task_completion(task_team, self->member->thread_num));
  } else {
    const task_team::external_completion here(task_team);
    end(task_completion(task_team, task_completion::no_thread));
  }
}

}  // namespace nuthatch::openmp
