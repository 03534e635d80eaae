// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/explicit_task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_execution.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/tasks/waiting.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t usual_alignment = 16;

// Otherwise the data of a task would need more room than allocate() reserves.
static_assert(sizeof(deferred_task) % usual_alignment == 0);
static_assert(sizeof(detach_event) % usual_alignment == 0);

constexpr detail::task_operations deferred_operations{
    .run = run_deferred, .refuse = nullptr, .origin = nullptr};

/// Returns the node that counts the children of a task. A task gets its own node with its
/// first child.
task_tree_node& node_for_children(task_team& task_team,
                                  std::uint32_t number,
                                  task& current) noexcept {
  if (current.innermost_node == nullptr) {
    auto& record = static_cast<task_record&>(
        allocate_storage(&task_team.at(number).executed(), sizeof(task_record)));
    std::construct_at(static_cast<task_tree_node*>(&record))->begin(current.parent_node, number);
    current.own_node = &record;
    current.innermost_node = &record;
  }
  return *current.innermost_node;
}

/// Copies the data in the context of the new task, since constructors may query it.
[[gnu::always_inline]] inline void copy_data(thread& self,
                                             const task_request& request,
                                             void* into,
                                             task_tree_node& parent) noexcept {
  if (request.copy != nullptr) {
    task& generating_task = *self.current_task;
    task copying{.icvs = generating_task.icvs,
                 .parent_node = &parent,
                 .is_explicit = true,
                 .is_final = request.is_final};
    self.current_task = &copying;
    request.copy(into, request.data);
    self.current_task = &generating_task;
    end_current(copying);
  } else if (request.bytes != 0) {
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a task without data has no bytes
    std::memcpy(into, request.data, request.bytes);
  }
  if (request.bounds != nullptr) {
    std::memcpy(into, request.bounds, 2 * sizeof(*request.bounds));
  }
}

/// Enqueues the task once its predecessors are complete, or executes it immediately.
[[gnu::always_inline]] inline void enqueue(thread& self,
                                           task_team& task_team,
                                           deferred_task& created,
                                           task_tree_node& parent,
                                           bool deferred,
                                           std::span<const dependence> dependences) noexcept {
  task& generating_task = *self.current_task;
  const std::uint32_t number = self.member->thread_num;
  if (generating_task.is_explicit && parent.is_new() && &parent == generating_task.own_node &&
      parent.parent()->is_retained()) [[unlikely]] {
    task_completion(task_team, number).reparent(generating_task);
  }
  parent.add_child();
  task_team.throttle_of(number).add();
  if (!dependences.empty()) {
    created.depend_node = &depend_map_of(self).add(dependences, created);
    if (!created.depend_node->finish_registration()) {
      return;  // the completion of the last predecessor makes it ready
    }
  }
  if (deferred) {
    push_task(task_team.at(number), created, created.join);
  } else {
    run_deferred(created);
  }
}

/// Initializes the task as a child of the current one.
void init_task(thread& self, deferred_task& created, task_tree_node& parent) noexcept {
  created.icvs = self.current_task->icvs.add_ref();
  created.join = &as_join(parent);
  created.begin(&parent, self.member->thread_num);
}

[[gnu::always_inline]] inline deferred_task& allocate(thread& self,
                                                      task_team* task_team,
                                                      const task_request& request) noexcept {
  const std::uint32_t number = self.member->thread_num;
  const bool is_wide = request.alignment > usual_alignment;
  auto& created = static_cast<deferred_task&>(static_cast<task_record&>(allocate_storage(
      task_team == nullptr ? nullptr : &task_team->at(number).executed(),
      sizeof(deferred_task) + (request.event != nullptr ? sizeof(detach_event) : 0) +
          request.bytes + (is_wide ? request.alignment : 0))));
  created.operations = &deferred_operations;
  created.chain = static_cast<std::uint32_t>(is_wide ? request.alignment : usual_alignment);
  std::construct_at(static_cast<task_tree_node*>(&created));
  created.function = request.function;
  created.depend_node = nullptr;
  created.generating_thread =
      static_cast<std::uint16_t>(number);  // a hot team has at most 32767 threads
  created.priority = request.priority;
  created.is_final = request.is_final;
  created.ends = {request.event != nullptr, request.if_cancelled};
  if (request.event != nullptr) {
    task_team->note_detached();
    *request.event = std::construct_at(&event_of(created), created, *task_team);
  }
  return created;
}

[[gnu::always_inline]] inline void defer(thread& self,
                                         task_team& task_team,
                                         const task_request& request) noexcept {
  deferred_task& created = allocate(self, &task_team, request);
  if (request.event != nullptr && request.data != nullptr) {
    *static_cast<void**>(request.data) = *request.event;
  }
  task_tree_node& parent =
      node_for_children(task_team, self.member->thread_num, *self.current_task);
  init_task(self, created, parent);
  copy_data(self, request, data_of(created), parent);
  enqueue(self, task_team, created, parent, request.deferred, request.dependences);
}

}  // namespace

std::uint32_t clamped_priority(std::int32_t requested) noexcept {
  return requested <= 0
             ? 0
             : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                   static_cast<std::uint64_t>(requested), env_settings().max_task_priority));
}

void create_task(thread& self, const task_request& request) noexcept {
  team& team = *self.member->team;
  const bool is_detached = request.event != nullptr;
  const task_execution how = choose_execution(self,
                                              team,
                                              {.deferred = request.deferred,
                                               .is_detached = is_detached,
                                               .priority = request.priority,
                                               .dependences = request.dependences});
  if (how == task_execution::discarded) {
    return;
  }
  if (how == task_execution::deferred) {
    defer(self, team.require_task_team(), request);
    return;
  }
  wait_for_predecessors(self, request.dependences);
  if (!is_detached) {
    execute_immediate(self, request);
  } else {
    task_request immediate = request;
    immediate.deferred = false;
    defer(self, team.require_task_team(), immediate);
  }
}

void defer_task(thread& self,
                void (*function)(void*),
                void* data,
                std::size_t bytes,
                std::size_t alignment,
                bool is_final) noexcept {
  if (!is_cancelled(*self.member->team, self.current_task->generating_node())) {
    defer(self,
          self.member->team->require_task_team(),
          {.function = function,
           .data = data,
           .copy = nullptr,
           .bytes = bytes,
           .alignment = alignment,
           .deferred = true,
           .is_final = is_final});
  }
}

deferred_task& allocate_task(thread& self,
                             void (*function)(void*),
                             std::size_t bytes,
                             std::size_t alignment,
                             bool is_final,
                             task_end_kind ends) noexcept {
  team& team = *self.member->team;
  void* event = nullptr;
  task_team* const all =
      ends.is_detached() || team.may_defer_tasks() ? &team.require_task_team() : nullptr;
  return allocate(self,
                  all,
                  {.function = function,
                   .data = nullptr,
                   .copy = nullptr,
                   .bytes = bytes,
                   .alignment = alignment,
                   .deferred = true,
                   .is_final = is_final || self.current_task->is_final,
                   .event = ends.is_detached() ? &event : nullptr,
                   .if_cancelled = ends.if_cancelled()});
}

void submit_task(thread& self,
                 deferred_task& created,
                 bool deferred,
                 std::span<const dependence> dependences) noexcept {
  team& team = *self.member->team;
  const bool is_detached = created.ends.is_detached();
  const task_execution how = choose_execution(self,
                                              team,
                                              {.deferred = deferred,
                                               .is_detached = is_detached,
                                               .priority = created.priority,
                                               .dependences = dependences});
  if (how == task_execution::discarded) {
    skip_cancelled(created);
    // The program has the event of a detached task, so the second of the two frees the task.
    if (!is_detached || event_of(created).is_last_of_discarded()) {
      free_task(self, created);
    }
    return;
  }
  const bool is_immediate = how != task_execution::deferred;
  if (is_immediate) {
    wait_for_predecessors(self, dependences);
    if (!is_detached) {
      immediate_task executed;
      begin_immediate(self, executed, created.is_final);
      created.function(data_of(created));
      end_immediate(self, executed);
      free_task(self, created);
      return;
    }
  }
  task_team& all = team.require_task_team();
  task_tree_node& parent = node_for_children(all, self.member->thread_num, *self.current_task);
  init_task(self, created, parent);
  enqueue(self, all, created, parent, !is_immediate, dependences);
}

void free_task(thread& self, deferred_task& created) noexcept {
  task_team* const all = self.member->team->active_task_team();
  if (all != nullptr) {
    free_storage(all->at(self.member->thread_num).executed(), created, /*is_own=*/true);
  } else {
    free_heap_storage(created);
  }
}

}  // namespace nuthatch::openmp
