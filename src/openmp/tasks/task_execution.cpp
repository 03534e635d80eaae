// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/task_execution.hpp"

#include "openmp/tasks/waiting.hpp"

namespace nuthatch::openmp {

task_execution execution_of_successor(thread& self, task_team& all) noexcept {
  const std::uint32_t thread_num = self.member->thread_num;
  // The event of a detached task may be fulfilled only by what the generating thread does later.
  const bool waits_here =
      all.throttle_of(thread_num).has_waiting(task_limits::max_in_order(all.max_queued())) &&
      !all.has_detached();
  if (waits_here) {
    return task_execution::immediate;
  }
  if (is_queue_full(all, thread_num)) {
    run_any_descendant(self);
  }
  return task_execution::deferred;
}

}  // namespace nuthatch::openmp
