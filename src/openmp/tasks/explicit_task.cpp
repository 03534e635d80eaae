#include "openmp/tasks/explicit_task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/environment/start.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/waiting.hpp"
#include "openmp/threads/own_controls.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

/// A detached task has ended once its body has and this is fulfilled, whichever comes last.
class detach_event {
 public:
  detach_event(deferred_task& of, crew& crew_of) noexcept : task_(of), crew_(crew_of) {}

  /// One of the two. True if it is the last.
  [[nodiscard]] bool is_last() noexcept {
    return missing_.fetch_sub(1, detail::memory_order_acq_rel) == 1;
  }

  [[nodiscard]] deferred_task& task() const noexcept { return task_; }

  [[nodiscard]] crew& of() const noexcept { return crew_; }

 private:
  deferred_task& task_;
  crew& crew_;
  detail::atomic<std::uint32_t> missing_{2};
};

namespace {

constexpr std::size_t usual_alignment = 16;

static_assert(sizeof(deferred_task) % usual_alignment == 0);

detach_event& event_of(deferred_task& of) noexcept {
  return *reinterpret_cast<detach_event*>(&of + 1);
}

[[gnu::noinline]] void end_own(task& ended) noexcept {
  let_go_of_controls(ended);
  delete std::exchange(ended.uses, nullptr);
}

/// Its own uses end with a task, and what it has set.
void end_running(task& ended) noexcept {
  if (ended.uses != nullptr || ended.holds_controls) [[unlikely]] {
    end_own(ended);
  }
}

bool is_cancelled(const thread& self, const task_node* parent) noexcept {
  const team& of = *self.now->of;
  return of.is_cancelled() || (of.has_cancelled_taskgroups() && is_in_cancelled_taskgroup(parent));
}

/// Executes a deferred task, on the thread that took it.
void run_deferred(detail::task& taken) noexcept {
  auto& what = static_cast<deferred_task&>(static_cast<task_record&>(taken));
  thread& self = this_thread();
  crew& of = *self.now->of->active_crew();
  const std::uint32_t number = self.now->number;
  const bool is_own = what.maker == number;
  task_load& load = of.load_of(number);
  if (is_own) {
    load.begin_own();
  } else {
    of.load_of(what.maker).any_begin();
  }
  task_node* const parent = what.parent();
  what.begin(parent, number);
  task running{.says = what.says,
               .children = &what,
               .own = &what,
               .around = parent,
               .found = load.found(),
               .is_explicit = true,
               .is_final = what.is_final,
               .holds_controls = what.says.are_held()};
  if (!is_cancelled(self, parent)) {
    task* const below = std::exchange(self.runs, &running);
    what.function(data_of(what));
    self.runs = below;
  }
  end_running(running);
  if (!what.is_detached || event_of(what).is_last()) {
    task_ender(of, number).end(what, what.point, is_own);
  }
}

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

[[gnu::always_inline]] inline void begin_here(thread& self,
                                              undeferred_task& what,
                                              bool is_final) noexcept {
  task& maker = *self.runs;
  what.maker = &maker;
  // In place: a copy would wait for what is written of it.
  ::new (&what.running) task{
      .says = maker.says, .around = maker.nearest(), .is_explicit = true, .is_final = is_final};
  if (crew* const executes = self.now->of->active_crew()) {
    task_load& load = executes->load_of(self.now->number);
    load.note_executed_at_once();
    what.running.found = load.found();
  }
  self.runs = &what.running;
}

[[gnu::always_inline]] inline void end_here(thread& self, undeferred_task& what) noexcept {
  self.runs = what.maker;
  end_running(what.running);
  if (what.running.own != nullptr) {
    task_ender(*self.now->of->active_crew(), self.now->number)
        .end_uncounted(static_cast<task_record&>(*what.running.own));
  }
}

void run_here(thread& self, const task_request& wanted) noexcept {
  undeferred_task what;
  begin_here(self, what, wanted.is_final);
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

/// As a task that is being made, since constructors may ask.
void copy_data(thread& self, const task_request& wanted, void* into, task_node& parent) noexcept {
  if (wanted.copy != nullptr) {
    task& maker = *self.runs;
    task copying{
        .says = maker.says, .around = &parent, .is_explicit = true, .is_final = wanted.is_final};
    self.runs = &copying;
    wanted.copy(into, wanted.data);
    self.runs = &maker;
    end_running(copying);
  } else if (wanted.bytes != 0) {
    std::memcpy(into, wanted.data, wanted.bytes);
  }
  if (wanted.bounds != nullptr) {
    std::memcpy(into, wanted.bounds, 2 * sizeof(*wanted.bounds));
  }
}

/// Lets others have it, once what its uses wait for has ended; or executes it at once.
void submit(thread& self,
            crew& of,
            deferred_task& made,
            task_node& parent,
            bool deferred,
            std::span<const dependence> uses) noexcept {
  task& maker = *self.runs;
  const std::uint32_t number = self.now->number;
  parent.add_child();
  of.load_of(number).add();
  if (!uses.empty()) {
    if (maker.uses == nullptr) {
      maker.uses = new dependences;
    }
    made.point = &maker.uses->add(uses, made);
    if (!made.point->is_complete()) {
      return;  // who ends the last one before it lets it begin
    }
  }
  if (deferred) {
    let_others_have(of.at(number), made);
  } else {
    run_deferred(made);
  }
}

/// The task that is running makes it.
void have_made(thread& self, deferred_task& made, task_node& parent) noexcept {
  made.says = self.runs->says.hold();
  made.home = &name_of(parent);
  made.begin(&parent, self.now->number);
}

deferred_task& allocate(thread& self, crew* of, const task_request& wanted) noexcept {
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
  made.is_detached = wanted.event != nullptr;
  if (made.is_detached) {
    *wanted.event = std::construct_at(&event_of(made), made, *of);
  }
  return made;
}

void defer(thread& self, crew& of, const task_request& wanted) noexcept {
  deferred_task& made = allocate(self, &of, wanted);
  if (made.is_detached && wanted.data != nullptr) {
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
bool is_for_maker(const team& of, const task& maker, std::span<const dependence> uses) noexcept {
  return !of.shares_tasks() && are_free(maker, uses);
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
    // What it comes after may end only by what its maker does later, so that does not wait.
    if (all.has_too_many(number)) {
      yield_task(self);
    }
    return false;
  }
  return priority == 0 || priority >= all.highest_waiting() ? all.has_enough(number, maker)
                                                            : all.has_too_many(number);
}

}  // namespace

/// Where what follows the task begins. `chain` is free for the alignment as long as it does.
void* data_of(deferred_task& of) noexcept {
  auto* const behind = reinterpret_cast<std::byte*>(&of + 1);
  return align(behind + (of.is_detached ? sizeof(detach_event) : 0), of.chain);
}

void* event_address_of(deferred_task& of) noexcept {
  return &event_of(of);
}

std::uint32_t clamped_priority(std::int32_t said) noexcept {
  return said <= 0 ? 0
                   : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                         static_cast<std::uint64_t>(said), chosen().task_priority));
}

void make_task(thread& self, const task_request& wanted) noexcept {
  const task& maker = *self.runs;
  team& of = *self.now->of;
  if (is_cancelled(self, maker.nearest())) {
    return;
  }
  const bool is_detached = wanted.event != nullptr;
  if (!wanted.deferred || maker.is_final || is_for_maker(of, maker, wanted.uses)) {
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

void run_undeferred(thread& self, void (*function)(void*), void* data, bool is_final) noexcept {
  const task& maker = *self.runs;
  if (!is_cancelled(self, maker.nearest())) {
    undeferred_task what;
    begin_here(self, what, is_final || maker.is_final);
    function(data);
    end_here(self, what);
  }
}

void begin_undeferred(thread& self, undeferred_task& what, bool is_final) noexcept {
  begin_here(self, what, is_final);
}

void end_undeferred(thread& self, undeferred_task& what) noexcept {
  end_here(self, what);
}

deferred_task& allocate_task(thread& self,
                             void (*function)(void*),
                             std::size_t bytes,
                             std::size_t alignment,
                             bool is_final,
                             bool is_detached) noexcept {
  team& of = *self.now->of;
  void* event = nullptr;
  crew* const all = is_detached || of.shares_tasks() ? &of.crew_for_tasks() : nullptr;
  return allocate(self,
                  all,
                  {.function = function,
                   .data = nullptr,
                   .copy = nullptr,
                   .bytes = bytes,
                   .alignment = alignment,
                   .deferred = true,
                   .is_final = is_final || self.runs->is_final,
                   .event = is_detached ? &event : nullptr});
}

void start_task(thread& self,
                deferred_task& made,
                bool deferred,
                std::span<const dependence> uses) noexcept {
  const task& maker = *self.runs;
  team& of = *self.now->of;
  if (is_cancelled(self, maker.nearest())) {
    free_task(self, made);
    return;
  }
  const bool at_once = !deferred || maker.is_final || is_for_maker(of, maker, uses);
  crew* const all = of.active_crew();
  if (!made.is_detached && (at_once || has_enough(self, *all, made.priority, uses))) {
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

void fulfil(void* event) noexcept {
  auto& fulfilled = *static_cast<detach_event*>(event);
  crew& of = fulfilled.of();
  deferred_task& task = fulfilled.task();
  if (!fulfilled.is_last()) {
    return;
  }
  const thread* const self = this_thread_or_null;
  if (self != nullptr && self->now->of->active_crew() == &of) {
    task_ender(of, self->now->number).end(task, task.point, /*is_own=*/false);
  } else {
    const crew::outsider here(of);
    task_ender(of, task_ender::nobody).end(task, task.point, /*is_own=*/false);
  }
}

}  // namespace nuthatch::openmp
