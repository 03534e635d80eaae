// SPDX-License-Identifier: Apache-2.0

// Explicit tasks, as GCC calls them.

#include <cstddef>
#include <cstdint>

#include "openmp/abi/exported.hpp"
#include "openmp/abi/fortran.hpp"
#include "openmp/abi/gomp/loop_values.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_execution.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/taskloop.hpp"
#include "openmp/tasks/waiting.hpp"
#include "openmp/worksharing/reductions.hpp"

namespace {

using nuthatch::openmp::cancel_action;
using nuthatch::openmp::choose_execution;
using nuthatch::openmp::clamped_priority;
using nuthatch::openmp::create_task;
using nuthatch::openmp::defer_task;
using nuthatch::openmp::dependence_list;
using nuthatch::openmp::execute_plain;
using nuthatch::openmp::iteration_space;
using nuthatch::openmp::parse_gomp_depend;
using nuthatch::openmp::task_execution;
using nuthatch::openmp::task_request;
using nuthatch::openmp::taskloop_grain;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::this_thread_or_null;
using nuthatch::openmp::thread;
using nuthatch::openmp::unsigned_long;

// Flags of tasks and taskloops.
constexpr unsigned is_final = 1U << 1U;
constexpr unsigned has_depend = 1U << 3U;
constexpr unsigned has_priority = 1U << 4U;
constexpr unsigned goes_up = 1U << 8U;
constexpr unsigned has_grain_size = 1U << 9U;
constexpr unsigned is_deferred = 1U << 10U;
constexpr unsigned has_no_group = 1U << 11U;
constexpr unsigned has_reduction = 1U << 12U;
constexpr unsigned is_detached = 1U << 13U;
constexpr unsigned is_strict = 1U << 14U;

using function = void (*)(void*);
using copier = void (*)(void*, void*);

/// The body of a task destroys the objects that the copier constructs, so it runs even if it is
/// cancelled.
cancel_action cancel_action_of(copier copy) {
  return copy != nullptr ? cancel_action::run : cancel_action::skip;
}

void create_loop(function body,
                 void* data,
                 copier copy,
                 long bytes,
                 long alignment,
                 unsigned flags,
                 unsigned long number,
                 int priority,
                 const iteration_space& space) {
  thread& self = this_thread();
  const bool grouped = (flags & has_no_group) == 0;
  if (grouped) {
    nuthatch::openmp::begin_taskgroup(self);
    if ((flags & has_reduction) != 0) {
      // The address is behind the bounds of the loop.
      nuthatch::openmp::register_reductions(self, static_cast<std::uintptr_t**>(data)[2]);
    }
  }
  nuthatch::openmp::create_taskloop(
      self,
      {.function = body,
       .data = data,
       .copy = copy,
       .bytes = static_cast<std::size_t>(bytes),
       .alignment = static_cast<std::size_t>(alignment),
       .deferred = (flags & is_deferred) != 0,
       .is_final = self.current_task->is_final || (flags & is_final) != 0,
       .priority = clamped_priority(priority),  // GCC sets no flag here; 0 if not given
       .if_cancelled = cancel_action_of(copy)},
      space,
      {.what = (flags & has_grain_size) != 0 ? taskloop_grain::by::grainsize
                                             : taskloop_grain::by::num_tasks,
       .value = number,
       .strict = (flags & is_strict) != 0});
  if (grouped) {
    nuthatch::openmp::end_taskgroup(self);
  }
}

[[gnu::noinline]] void create_in_order(
    thread& self, void** depends, int priority, task_request& request, unsigned flags) {
  const dependence_list dependences =
      parse_gomp_depend((flags & has_depend) != 0 ? depends : nullptr);
  request.dependences = dependences;
  if ((flags & has_priority) != 0) {
    request.priority = clamped_priority(priority);
  }
  create_task(self, request);
}

/// Whether executing a task takes only a call of its function.
[[gnu::always_inline]] inline bool is_plain(unsigned flags, copier copy) {
  return (flags & (has_depend | is_detached | has_priority)) == 0 && copy == nullptr;
}

/// GOMP_task for a task that takes more than a call, or on a thread that has not called before.
[[gnu::noinline]] void create_any(function body,
                                  void* data,
                                  copier copy,
                                  long bytes,
                                  long alignment,
                                  bool deferred,
                                  unsigned flags,
                                  void** depends,
                                  int priority,
                                  void** event) {
  thread& self = this_thread();
  task_request request{.function = body,
                       .data = data,
                       .copy = copy,
                       .bytes = static_cast<std::size_t>(bytes),
                       .alignment = static_cast<std::size_t>(alignment),
                       .deferred = deferred,
                       .is_final = self.current_task->is_final || (flags & is_final) != 0,
                       .event = (flags & is_detached) != 0 ? event : nullptr,
                       .if_cancelled = cancel_action_of(copy)};
  if ((flags & (has_depend | has_priority)) != 0) {
    create_in_order(self, depends, priority, request, flags);
  } else {
    create_task(self, request);
  }
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_task(function body,
                                 void* data,
                                 copier copy,
                                 long bytes,
                                 long alignment,
                                 bool deferred,
                                 unsigned flags,
                                 void** depends,
                                 int priority,
                                 void** event) {
  // Only tail calls, so that little is saved on the stack, where most tasks are executed.
  thread* const self = this_thread_or_null;
  if (self == nullptr || !is_plain(flags, copy)) {
    create_any(body, data, copy, bytes, alignment, deferred, flags, depends, priority, event);
    return;
  }
  switch (choose_execution(
      *self, *self->member->team, {.deferred = deferred, .is_tested_later = true})) {
    case task_execution::discarded:
      return;
    case task_execution::undeferred:
    case task_execution::included:
    case task_execution::immediate:
      execute_plain(*self, body, data, self->current_task->is_final || (flags & is_final) != 0);
      return;
    case task_execution::deferred:
      defer_task(*self,
                 body,
                 data,
                 static_cast<std::size_t>(bytes),
                 static_cast<std::size_t>(alignment),
                 (flags & is_final) != 0);
      return;
  }
}

NUTHATCH_EXPORTED void GOMP_taskwait() {
  nuthatch::openmp::wait_for_children(this_thread());
}

NUTHATCH_EXPORTED void GOMP_taskwait_depend(void** depends) {
  nuthatch::openmp::wait_for_predecessors(this_thread(), parse_gomp_depend(depends));
}

/// Creates a task without a body that follows the predecessors of its dependences and precedes
/// later siblings.
NUTHATCH_EXPORTED void GOMP_taskwait_depend_nowait(void** depends) {
  task_request request{.function = [](void* /*data*/) {},
                       .data = nullptr,
                       .copy = nullptr,
                       .bytes = 0,
                       .alignment = 1,
                       .deferred = true,
                       .is_final = false};
  create_in_order(this_thread(), depends, /*priority=*/0, request, has_depend);
}

NUTHATCH_EXPORTED void GOMP_taskyield() {
  nuthatch::openmp::yield_task(this_thread());
}

NUTHATCH_EXPORTED void GOMP_taskgroup_start() {
  nuthatch::openmp::begin_taskgroup(this_thread());
}

NUTHATCH_EXPORTED void GOMP_taskgroup_end() {
  nuthatch::openmp::end_taskgroup(this_thread());
}

NUTHATCH_EXPORTED void GOMP_taskloop(function body,
                                     void* data,
                                     copier copy,
                                     long bytes,
                                     long alignment,
                                     unsigned flags,
                                     unsigned long number,
                                     int priority,
                                     long start,
                                     long end,
                                     long step) {
  create_loop(body,
              data,
              copy,
              bytes,
              alignment,
              flags,
              number,
              priority,
              iteration_space::of(start, end, step));
}

NUTHATCH_EXPORTED void GOMP_taskloop_ull(function body,
                                         void* data,
                                         copier copy,
                                         long bytes,
                                         long alignment,
                                         unsigned flags,
                                         unsigned long number,
                                         int priority,
                                         unsigned_long start,
                                         unsigned_long end,
                                         unsigned_long step) {
  create_loop(body,
              data,
              copy,
              bytes,
              alignment,
              flags,
              number,
              priority,
              iteration_space::of((flags & goes_up) != 0, start, end, step));
}

NUTHATCH_EXPORTED void GOMP_taskgroup_reduction_register(std::uintptr_t* data) {
  nuthatch::openmp::register_reductions(this_thread(), data);
}

NUTHATCH_EXPORTED void GOMP_taskgroup_reduction_unregister(std::uintptr_t* data) {
  nuthatch::openmp::free_reductions(data);
}

NUTHATCH_EXPORTED void GOMP_task_reduction_remap(std::size_t count,
                                                 std::size_t wanted,
                                                 void** addresses) {
  nuthatch::openmp::find_copies(this_thread(), count, wanted, addresses);
}

NUTHATCH_EXPORTED void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  nuthatch::openmp::end_shared_reductions(this_thread(), !cancelled);
}

NUTHATCH_EXPORTED void omp_fulfill_event(std::uintptr_t event) {
  nuthatch::openmp::fulfil(reinterpret_cast<void*>(event));
}

/// Fortran's module declares this argument as a value.
NUTHATCH_EXPORTED void omp_fulfill_event_(std::uintptr_t event) {
  omp_fulfill_event(event);
}

NUTHATCH_EXPORTED int omp_in_final() {
  return this_thread().current_task->is_final ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_in_explicit_task() {
  return this_thread().current_task->is_explicit ? 1 : 0;
}

NUTHATCH_FORTRAN_QUERY(int, omp_in_final)
NUTHATCH_FORTRAN_QUERY(int, omp_in_explicit_task)
