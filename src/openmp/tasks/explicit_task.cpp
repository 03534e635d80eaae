// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/explicit_task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "base/assert.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/undeferred_task.hpp"
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
task_node& node_for_children(crew& of, std::uint32_t number, task& running) noexcept {
  if (running.children == nullptr) {
    auto& made =
        static_cast<task_record&>(take_room(&of.at(number).executed(), sizeof(task_record)));
    std::construct_at(static_cast<task_node*>(&made))->begin(running.around, number);
    running.own = &made;
    running.children = &made;
  }
  return *running.children;
}

/// As a task that is being made, since constructors may ask.
[[gnu::always_inline]] inline void copy_data(thread& self,
                                             const task_request& wanted,
                                             void* into,
                                             task_node& parent) noexcept {
  if (wanted.copy != nullptr) {
    task& maker = *self.runs;
    task copying{
        .says = maker.says, .around = &parent, .is_explicit = true, .is_final = wanted.is_final};
    self.runs = &copying;
    wanted.copy(into, wanted.data);
    self.runs = &maker;
    end_running(copying);
  } else if (wanted.bytes != 0) {
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a task without data has no bytes
    std::memcpy(into, wanted.data, wanted.bytes);
  }
  if (wanted.bounds != nullptr) {
    std::memcpy(into, wanted.bounds, 2 * sizeof(*wanted.bounds));
  }
}

/// Lets others have it, once what its uses wait for has ended; or executes it at once.
[[gnu::always_inline]] inline void submit(thread& self,
                                          crew& of,
                                          deferred_task& made,
                                          task_node& parent,
                                          bool deferred,
                                          std::span<const dependence> uses) noexcept {
  task& maker = *self.runs;
  const std::uint32_t number = self.now->number;
  if (maker.is_explicit && parent.is_new() && &parent == maker.own && parent.parent()->is_nobodys())
      [[unlikely]] {
    task_ender(of, number).move_up(maker);
  }
  parent.add_child();
  of.load_of(number).add();
  if (!uses.empty()) {
    if (maker.uses == nullptr) {
      maker.uses = new (std::nothrow) dependences;
      if (maker.uses == nullptr) {
        base::end_program("openmp: no memory for the dependences of tasks");
      }
    }
    made.point = &maker.uses->add(uses, made);
    if (!made.point->is_complete()) {
      return;  // who ends the last one before it lets it begin
    }
  }
  if (deferred) {
    let_others_have(of.at(number), made, made.join);
  } else {
    run_deferred(made);
  }
}

/// The task that is running makes it.
void have_made(thread& self, deferred_task& made, task_node& parent) noexcept {
  made.says = self.runs->says.hold();
  made.join = &name_of(parent);
  made.begin(&parent, self.now->number);
}

[[gnu::always_inline]] inline deferred_task& allocate(thread& self,
                                                      crew* of,
                                                      const task_request& wanted) noexcept {
  const std::uint32_t number = self.now->number;
  const bool is_wide = wanted.alignment > usual_alignment;
  auto& made = static_cast<deferred_task&>(static_cast<task_record&>(
      take_room(of == nullptr ? nullptr : &of->at(number).executed(),
                sizeof(deferred_task) + (wanted.event != nullptr ? sizeof(detach_event) : 0) +
                    wanted.bytes + (is_wide ? wanted.alignment : 0))));
  made.operations = &deferred_operations;
  made.chain = static_cast<std::uint32_t>(is_wide ? wanted.alignment : usual_alignment);
  std::construct_at(static_cast<task_node*>(&made));
  made.function = wanted.function;
  made.point = nullptr;
  made.maker = static_cast<std::uint16_t>(number);  // of a gang's, which has fewer than that
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
                                         crew& of,
                                         const task_request& wanted) noexcept {
  deferred_task& made = allocate(self, &of, wanted);
  if (wanted.event != nullptr && wanted.data != nullptr) {
    *static_cast<void**>(wanted.data) = *wanted.event;
  }
  task_node& parent = node_for_children(of, self.now->number, *self.runs);
  have_made(self, made, parent);
  copy_data(self, wanted, data_of(made), parent);
  submit(self, of, made, parent, wanted.deferred, wanted.uses);
}

bool are_free(const task& maker, std::span<const dependence> uses) noexcept {
  return maker.uses == nullptr || maker.uses->are_free(uses);
}

/// Whether there is nobody else for a task, as in a team of one, or too many are there. What it
/// waits for in a team of one, a detached task, may end by what the thread itself does next.
bool is_for_maker(const thread& self, std::span<const dependence> uses) noexcept {
  return !self.now->of->shares_tasks() && !is_deep(self) && are_free(*self.runs, uses);
}

/// Whether a task is executed where it is made, though the program would have it deferred. One of
/// priority is not before others of a higher one, unless very many wait.
bool has_enough(thread& self,
                crew& all,
                std::uint32_t priority,
                std::span<const dependence> uses) noexcept {
  const task& maker = *self.runs;
  const std::uint32_t number = self.now->number;
  if (!are_free(maker, uses)) {
    // That of which very many wait waits here. But a detached task may end only by what the maker
    // does later.
    const bool waits_here = all.has_too_many_in_order(number) && !all.has_detached();
    if (!waits_here && all.has_too_many(number)) {
      yield_task(self);
    }
    return waits_here;
  }
  return priority == 0 || priority >= all.highest_waiting() ? all.has_enough(number, maker)
                                                            : all.has_too_many(number);
}

}  // namespace

std::uint32_t clamped_priority(std::int32_t said) noexcept {
  return said <= 0 ? 0
                   : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                         static_cast<std::uint64_t>(said), chosen().task_priority));
}

void make_task(thread& self, const task_request& wanted) noexcept {
  const task& maker = *self.runs;
  team& of = *self.now->of;
  if (is_cancelled(of, maker.nearest())) {
    return;
  }
  const bool is_detached = wanted.event != nullptr;
  if (!wanted.deferred || maker.is_final || is_for_maker(self, wanted.uses)) {
    wait_for_uses(self, wanted.uses);
    if (!is_detached) {
      run_here(self, wanted);
    } else {
      task_request at_once = wanted;
      at_once.deferred = false;
      defer(self, of.crew_for_tasks(), at_once);
    }
    return;
  }
  crew& all = of.crew_for_tasks();
  if (!is_detached && has_enough(self, all, wanted.priority, wanted.uses)) {
    wait_for_uses(self, wanted.uses);
    run_here(self, wanted);
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
  if (!is_cancelled(*self.now->of, self.runs->nearest())) {
    defer(self,
          self.now->of->crew_for_tasks(),
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
  team& of = *self.now->of;
  void* event = nullptr;
  crew* const all = ends.is_detached() || of.shares_tasks() ? &of.crew_for_tasks() : nullptr;
  return allocate(self,
                  all,
                  {.function = function,
                   .data = nullptr,
                   .copy = nullptr,
                   .bytes = bytes,
                   .alignment = alignment,
                   .deferred = true,
                   .is_final = is_final || self.runs->is_final,
                   .event = ends.is_detached() ? &event : nullptr,
                   .if_cancelled = ends.if_cancelled()});
}

void start_task(thread& self,
                deferred_task& made,
                bool deferred,
                std::span<const dependence> uses) noexcept {
  const task& maker = *self.runs;
  team& of = *self.now->of;
  if (is_cancelled(of, maker.nearest())) {
    pass_over(made);
    free_task(self, made);
    return;
  }
  const bool at_once = !deferred || maker.is_final || is_for_maker(self, uses);
  crew* const all = at_once ? of.active_crew() : &of.crew_for_tasks();
  if (!made.ends.is_detached() && (at_once || has_enough(self, *all, made.priority, uses))) {
    wait_for_uses(self, uses);
    undeferred_task what;
    begin_undeferred(self, what, made.is_final);
    made.function(data_of(made));
    end_undeferred(self, what);
    free_task(self, made);
    return;
  }
  if (at_once) {
    wait_for_uses(self, uses);
  }
  task_node& parent = node_for_children(*all, self.now->number, *self.runs);
  have_made(self, made, parent);
  submit(self, *all, made, parent, !at_once, uses);
}

void free_task(thread& self, deferred_task& made) noexcept {
  crew* const all = self.now->of->active_crew();
  if (all != nullptr) {
    give_back(all->at(self.now->number).executed(), made, /*is_own=*/true);
  } else {
    give_back_to_heap(made);
  }
}

}  // namespace nuthatch::openmp
