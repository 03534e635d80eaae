// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/explicit_task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "base/assert.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/immediate_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/tasks/waiting.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t usual_alignment = 16;

static_assert(sizeof(deferred_task) % usual_alignment == 0);

constexpr detail::task_operations deferred_operations{
    .run = run_deferred, .refuse = nullptr, .origin = nullptr};

/// Where the children of a task are counted, which has no node before it has any.
task_tree_node& node_for_children(task_team& of, std::uint32_t number, task& current) noexcept {
  if (current.innermost_node == nullptr) {
    auto& made =
        static_cast<task_record&>(allocate_storage(&of.at(number).executed(), sizeof(task_record)));
    std::construct_at(static_cast<task_tree_node*>(&made))->begin(current.parent_node, number);
    current.own_node = &made;
    current.innermost_node = &made;
  }
  return *current.innermost_node;
}

/// As a task that is being made, since constructors may ask.
[[gnu::always_inline]] inline void copy_data(thread& self,
                                             const task_request& wanted,
                                             void* into,
                                             task_tree_node& parent) noexcept {
  if (wanted.copy != nullptr) {
    task& generating_task = *self.current_task;
    task copying{.icvs = generating_task.icvs,
                 .parent_node = &parent,
                 .is_explicit = true,
                 .is_final = wanted.is_final};
    self.current_task = &copying;
    wanted.copy(into, wanted.data);
    self.current_task = &generating_task;
    end_current(copying);
  } else if (wanted.bytes != 0) {
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a task without data has no bytes
    std::memcpy(into, wanted.data, wanted.bytes);
  }
  if (wanted.bounds != nullptr) {
    std::memcpy(into, wanted.bounds, 2 * sizeof(*wanted.bounds));
  }
}

/// Lets others have it, once what its uses wait for has ended; or executes it at once.
[[gnu::always_inline]] inline void enqueue(thread& self,
                                           task_team& of,
                                           deferred_task& made,
                                           task_tree_node& parent,
                                           bool deferred,
                                           std::span<const dependence> dependences) noexcept {
  task& generating_task = *self.current_task;
  const std::uint32_t number = self.member->thread_num;
  if (generating_task.is_explicit && parent.is_new() && &parent == generating_task.own_node &&
      parent.parent()->is_retained()) [[unlikely]] {
    task_completion(of, number).reparent(generating_task);
  }
  parent.add_child();
  of.throttle_of(number).add();
  if (!dependences.empty()) {
    if (generating_task.child_depends == nullptr) {
      generating_task.child_depends = new (std::nothrow) depend_map;
      if (generating_task.child_depends == nullptr) {
        base::end_program("openmp: no memory for the dependences of tasks");
      }
    }
    made.depend_node = &generating_task.child_depends->add(dependences, made);
    if (!made.depend_node->finish_registration()) {
      return;  // who ends the last one before it lets it begin
    }
  }
  if (deferred) {
    push_task(of.at(number), made, made.home);
  } else {
    run_deferred(made);
  }
}

/// The task that is running makes it.
void init_task(thread& self, deferred_task& made, task_tree_node& parent) noexcept {
  made.icvs = self.current_task->icvs.add_ref();
  made.home = &as_join(parent);
  made.begin(&parent, self.member->thread_num);
}

[[gnu::always_inline]] inline deferred_task& allocate(thread& self,
                                                      task_team* of,
                                                      const task_request& wanted) noexcept {
  const std::uint32_t number = self.member->thread_num;
  const bool is_wide = wanted.alignment > usual_alignment;
  auto& made = static_cast<deferred_task&>(static_cast<task_record&>(allocate_storage(
      of == nullptr ? nullptr : &of->at(number).executed(),
      sizeof(deferred_task) + (wanted.event != nullptr ? sizeof(detach_event) : 0) + wanted.bytes +
          (is_wide ? wanted.alignment : 0))));
  made.operations = &deferred_operations;
  made.chain = static_cast<std::uint32_t>(is_wide ? wanted.alignment : usual_alignment);
  std::construct_at(static_cast<task_tree_node*>(&made));
  made.function = wanted.function;
  made.depend_node = nullptr;
  made.generating_thread =
      static_cast<std::uint16_t>(number);  // of a hot team's, which has fewer than that
  made.priority = wanted.priority;
  made.is_final = wanted.is_final;
  made.ends = {wanted.event != nullptr, wanted.if_cancelled};
  if (wanted.event != nullptr) {
    of->note_detached();
    *wanted.event = std::construct_at(&event_of(made), made, *of);
  }
  return made;
}

[[gnu::always_inline]] inline void defer(thread& self,
                                         task_team& of,
                                         const task_request& wanted) noexcept {
  deferred_task& made = allocate(self, &of, wanted);
  if (wanted.event != nullptr && wanted.data != nullptr) {
    *static_cast<void**>(wanted.data) = *wanted.event;
  }
  task_tree_node& parent = node_for_children(of, self.member->thread_num, *self.current_task);
  init_task(self, made, parent);
  copy_data(self, wanted, data_of(made), parent);
  enqueue(self, of, made, parent, wanted.deferred, wanted.dependences);
}

bool are_fulfilled(const task& generating_task, std::span<const dependence> dependences) noexcept {
  return generating_task.child_depends == nullptr ||
         generating_task.child_depends->are_fulfilled(dependences);
}

/// Whether there is nobody else for a task, as in a team of one, or too many are there. What it
/// waits for in a team of one, a detached task, may end by what the thread itself does next.
bool is_for_maker(const thread& self, std::span<const dependence> dependences) noexcept {
  return !self.member->team->may_defer_tasks() && !is_past_stack_limit(self) &&
         are_fulfilled(*self.current_task, dependences);
}

/// Whether a task is executed where it is made, though the program would have it deferred. One of
/// priority is not before others of a higher one, unless very many wait.
bool has_enough(thread& self,
                task_team& all,
                std::uint32_t priority,
                std::span<const dependence> dependences) noexcept {
  const task& generating_task = *self.current_task;
  const std::uint32_t number = self.member->thread_num;
  if (!are_fulfilled(generating_task, dependences)) {
    // That of which very many wait waits here. But a detached task may end only by what the maker
    // does later.
    const bool waits_here = all.has_too_many_in_order(number) && !all.has_detached();
    if (!waits_here && all.has_too_many(number)) {
      yield_task(self);
    }
    return waits_here;
  }
  return priority == 0 || priority >= all.highest_waiting()
             ? all.has_enough(number, generating_task)
             : all.has_too_many(number);
}

}  // namespace

std::uint32_t clamped_priority(std::int32_t requested) noexcept {
  return requested <= 0 ? 0
                        : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                              static_cast<std::uint64_t>(requested), chosen().task_priority));
}

void create_task(thread& self, const task_request& wanted) noexcept {
  const task& generating_task = *self.current_task;
  team& of = *self.member->team;
  if (is_cancelled(of, generating_task.generating_node())) {
    return;
  }
  const bool is_detached = wanted.event != nullptr;
  if (!wanted.deferred || generating_task.is_final || is_for_maker(self, wanted.dependences)) {
    wait_for_predecessors(self, wanted.dependences);
    if (!is_detached) {
      execute_immediate(self, wanted);
    } else {
      task_request immediate = wanted;
      immediate.deferred = false;
      defer(self, of.require_task_team(), immediate);
    }
    return;
  }
  task_team& all = of.require_task_team();
  if (!is_detached && has_enough(self, all, wanted.priority, wanted.dependences)) {
    wait_for_predecessors(self, wanted.dependences);
    execute_immediate(self, wanted);
    return;
  }
  defer(self, all, wanted);
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
  team& of = *self.member->team;
  void* event = nullptr;
  task_team* const all =
      ends.is_detached() || of.may_defer_tasks() ? &of.require_task_team() : nullptr;
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
                 deferred_task& made,
                 bool deferred,
                 std::span<const dependence> dependences) noexcept {
  const task& generating_task = *self.current_task;
  team& of = *self.member->team;
  if (is_cancelled(of, generating_task.generating_node())) {
    skip_cancelled(made);
    free_task(self, made);
    return;
  }
  const bool immediate = !deferred || generating_task.is_final || is_for_maker(self, dependences);
  task_team* const all = immediate ? of.active_task_team() : &of.require_task_team();
  if (!made.ends.is_detached() &&
      (immediate || has_enough(self, *all, made.priority, dependences))) {
    wait_for_predecessors(self, dependences);
    immediate_task what;
    begin_immediate(self, what, made.is_final);
    made.function(data_of(made));
    end_immediate(self, what);
    free_task(self, made);
    return;
  }
  if (immediate) {
    wait_for_predecessors(self, dependences);
  }
  task_tree_node& parent = node_for_children(*all, self.member->thread_num, *self.current_task);
  init_task(self, made, parent);
  enqueue(self, *all, made, parent, !immediate, dependences);
}

void free_task(thread& self, deferred_task& made) noexcept {
  task_team* const all = self.member->team->active_task_team();
  if (all != nullptr) {
    free_storage(all->at(self.member->thread_num).executed(), made, /*is_own=*/true);
  } else {
    free_heap_storage(made);
  }
}

}  // namespace nuthatch::openmp
