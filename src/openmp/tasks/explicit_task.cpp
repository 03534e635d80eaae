#include "openmp/tasks/explicit_task.hpp"

#include <cstring>
#include <memory>
#include <utility>

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/make_task.hpp>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t block_alignment = detail::task_block_sizes[0];

/// What `home` is to the queues: a name for who waits, which nobody looks into.
detail::join_counter* name_of(const task_node& parent) noexcept {
  return reinterpret_cast<detail::join_counter*>(const_cast<task_node*>(&parent));
}

void* align(void* start, std::size_t alignment) noexcept {
  const auto mask = static_cast<std::uintptr_t>(alignment) - 1;
  return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(start) + mask) & ~mask);
}

// ---- memory ----

/// Room for a record and so many bytes behind it. Ends the program if there is none.
template <class Record>
Record& take_room(core::worker& self, std::size_t bytes) noexcept {
  try {
    const std::uint32_t which = detail::block_class_for(sizeof(Record) + bytes, alignof(Record));
    detail::task* const room =
        which == detail::heap_block
            ? detail::allocate_large_task(sizeof(Record) + bytes, block_alignment)
            : self.blocks.take(which);
    return *static_cast<Record*>(room);
  } catch (...) {
    base::end_program("openmp: no memory for a task");
  }
}

void give_back(core::worker& self, task_record& unused, bool is_own) noexcept {
  const std::uint32_t which = unused.block_class;
  if (which == detail::heap_block) {
    detail::free_large_task(&unused, block_alignment);
    return;
  }
  self.blocks.put(&unused, which);
  if (!is_own) {
    self.blocks.note_foreign(which, 1);
  }
}

// ---- endings ----

/// Nodes that stay, or of tasks that were not deferred, are those of records.
task_record& record_of(task_node& of) noexcept {
  return static_cast<task_record&>(of);
}

/// A member that ends tasks.
struct ender {
  crew& of;
  std::uint32_t number;

  [[nodiscard]] core::worker& worker() const noexcept { return of.at(number).executed(); }

  /// Nodes that stayed for their descendants, the last of which has ended.
  void let_go(task_node* last) const noexcept {
    for (bool goes = true; goes;) {
      task_node& parent = *last->parent();
      const std::uint32_t waits = parent.owner();
      give_back(worker(), record_of(*last), /*is_own=*/false);
      last = &parent;
      goes = parent.remove_staying();
      if (!goes) {
        of.at(waits).any_tell();
      }
    }
  }

  /// One of its children.
  void end_child_of(task_node& parent) const noexcept {
    if (parent.owner() == number && parent.end_child_here()) [[likely]] {
      return;
    }
    const std::uint32_t waits = parent.owner();  // once it knows, the parent may be gone
    if (parent.end_child_elsewhere()) {
      let_go(&parent);
    } else {
      of.at(waits).any_tell();
    }
  }

  /// Its task has ended. `counts` says whether the parent counts it.
  void end(task_record& ended, bool counts, bool is_own) const noexcept {
    task_node& parent = *ended.parent();
    const bool stays = ended.has_descendants();
    if (stays) {
      parent.add_staying();
    }
    if (counts) {
      end_child_of(parent);
    }
    if (!stays) {
      give_back(worker(), ended, is_own);
    } else if (ended.stay()) {
      let_go(&ended);
    }
  }
};

// ---- execution ----

/// Executes a deferred task, on the thread that took it.
void run_deferred(detail::task& taken) noexcept {
  auto& what = static_cast<deferred_task&>(static_cast<task_record&>(taken));
  thread& self = this_thread();
  crew& of = *what.of;
  const std::uint32_t number = self.now->number;
  const bool is_own = what.maker == number;
  task_load& load = of.load_of(number);
  if (is_own) {
    load.begin_own();
  } else {
    of.load_of(what.maker).any_begin();
  }
  what.begin(what.parent(), number);
  task running{.says = what.says,
               .children = &what,
               .own = &what,
               .around = what.parent(),
               .found = load.found(),
               .is_explicit = true,
               .is_final = what.is_final};
  if (!self.now->of->is_cancelled()) {
    task* const below = std::exchange(self.runs, &running);
    what.function(align(&what + 1, what.chain));
    self.runs = below;
  }
  ender{of, number}.end(what, /*counts=*/true, is_own);
}

constexpr detail::task_operations deferred_operations{
    .run = run_deferred, .refuse = nullptr, .origin = nullptr};

/// The node of a task that was not deferred, which has none to begin with.
task_node& node_of(crew& of, std::uint32_t number, task& running) noexcept {
  if (running.children == nullptr) {
    task_record& made = take_room<task_record>(of.at(number).executed(), 0);
    std::construct_at(static_cast<task_node*>(&made))->begin(running.around, number);
    running.own = &made;
    running.children = &made;
  }
  return *running.children;
}

void run_here(thread& self, const task_request& wanted) {
  task& maker = *self.runs;
  task running{.says = maker.says,
               .around = maker.children != nullptr ? maker.children : maker.around,
               .is_explicit = true,
               .is_final = wanted.is_final};
  crew* const before = self.now->of->active_crew();
  running.found = before != nullptr ? before->load_of(self.now->number).found() : 0;
  self.runs = &running;
  if (wanted.copy != nullptr) {
    void* const room = __builtin_alloca(wanted.bytes + wanted.alignment);
    void* const data = align(room, wanted.alignment);
    wanted.copy(data, wanted.data);
    wanted.function(data);
  } else {
    wanted.function(wanted.data);
  }
  self.runs = &maker;
  if (running.own != nullptr) {
    ender{*self.now->of->active_crew(), self.now->number}.end(
        record_of(*running.own), /*counts=*/false, /*is_own=*/true);
  }
}

void defer(thread& self, crew& of, const task_request& wanted) {
  task& maker = *self.runs;
  const std::uint32_t number = self.now->number;
  task_node& parent = node_of(of, number, maker);
  const bool is_wide = wanted.alignment > alignof(deferred_task);
  deferred_task& made = take_room<deferred_task>(of.at(number).executed(),
                                                 wanted.bytes + (is_wide ? wanted.alignment : 0));
  made.operations = &deferred_operations;
  made.home = name_of(parent);
  made.chain = static_cast<std::uint32_t>(is_wide ? wanted.alignment : alignof(deferred_task));
  std::construct_at(static_cast<task_node*>(&made))->begin(&parent, number);
  made.function = wanted.function;
  made.says = maker.says;
  made.of = &of;
  made.maker = number;
  made.is_final = wanted.is_final;
  void* const data = align(&made + 1, made.chain);
  if (wanted.copy != nullptr) {
    task copying{
        .says = maker.says, .around = &parent, .is_explicit = true, .is_final = wanted.is_final};
    self.runs = &copying;
    wanted.copy(data, wanted.data);
    self.runs = &maker;
  } else if (wanted.bytes != 0) {
    std::memcpy(data, wanted.data, wanted.bytes);
  }
  parent.add_child();
  of.load_of(number).add();
  of.at(number).push(made);
}

// ---- waiting ----

const task_node& node_of_waiting(core::work each) noexcept {
  return *static_cast<task_record&>(each.as_task()).parent();
}

bool comes_from(const void* of, core::work each) noexcept {
  return node_of_waiting(each).is_below(*static_cast<const task_node*>(of));
}

bool has_no_children(const void* of) noexcept {
  return !static_cast<const task_node*>(of)->has_children();
}

void wait_for(core::guest& self, const task_node& node, bool (*done)(const void*) noexcept) {
  while (!done(&node) && self.run_newest_of(*name_of(node))) {
  }
  if (!done(&node)) {
    self.help_until({done, comes_from, &node});
  }
}

}  // namespace

void make_task(thread& self, const task_request& wanted) {
  team& of = *self.now->of;
  if (of.is_cancelled()) {
    return;
  }
  if (!wanted.deferred || self.runs->is_final || of.size() == 1) {
    run_here(self, wanted);
    return;
  }
  crew& all = of.crew_for_tasks();
  if (all.has_enough(self.now->number, *self.runs)) {
    run_here(self, wanted);
  } else {
    defer(self, all, wanted);
  }
}

/// Those of its taskgroups are its own as well.
void wait_for_children(thread& self) noexcept {
  const task& running = *self.runs;
  for (task_node* each = running.children; each != nullptr; each = each->parent()) {
    if (each->has_children()) {
      wait_for(self.now->of->active_crew()->at(self.now->number), *each, has_no_children);
    }
    if (each == running.own) {
      return;
    }
  }
}

void yield_task(thread& self) noexcept {
  const task& running = *self.runs;
  if (running.children != nullptr && running.children->has_children()) {
    self.now->of->active_crew()->at(self.now->number).run_newest_of(*name_of(*running.children));
  }
}

}  // namespace nuthatch::openmp
