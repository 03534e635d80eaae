// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/waiting.hpp"

#include <utility>

#include "core/attached_thread.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task_memory.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

bool descends_from(const void* node, core::work_item each) noexcept {
  return static_cast<const task_record&>(each.as_task())
      .parent()
      ->is_below(*static_cast<const task_node*>(node));
}

/// Where all that descends from the running task does. That may have to be executed for what is in
/// its innermost taskgroup, since that may come after what is not.
const task_node& root_of(const task& running) noexcept {
  const task_node* found = running.own != nullptr ? running.own : running.children;
  while (running.own == nullptr && found->parent() != running.around) {
    found = found->parent();
  }
  return *found;
}

struct awaited {
  const task_node* first;
  const task_node* root;
  const void* of;
  bool (*done)(const void*) noexcept;

  static bool is_done(const void* all) noexcept {
    const auto& me = *static_cast<const awaited*>(all);
    return me.done(me.of);
  }

  static bool is_first(const void* all, core::work_item each) noexcept {
    return descends_from(static_cast<const awaited*>(all)->first, each);
  }

  static bool may_run(const void* all, core::work_item each) noexcept {
    return descends_from(static_cast<const awaited*>(all)->root, each);
  }

  static bool may_run_from(const void* all, const detail::join_counter* home) noexcept {
    return node_named(*home).is_below(*static_cast<const awaited*>(all)->root);
  }
};

/// Until done(of). Executes what is below `first`, then what else descends from the running task.
void wait_below(thread& self,
                const task_node& first,
                const void* of,
                bool (*done)(const void*) noexcept) noexcept {
  const task& running = *self.runs;
  crew& executes = *self.now->of->active_crew();
  core::attached_thread& guest = executes.at(self.now->number);
  while (!done(of) && executes.highest_waiting() == 0 &&
         (guest.run_newest_of(name_of(first)) ||
          (running.children != &first && guest.run_newest_of(name_of(*running.children))))) {
  }
  if (!done(of)) {
    const awaited what{&first, &root_of(running), of, done};
    guest.help_until({.done = awaited::is_done,
                      .may_run = awaited::is_first,
                      .of = &what,
                      .may_run_from = awaited::may_run_from,
                      .may_run_else = what.root != &first ? awaited::may_run : nullptr});
  }
}

}  // namespace

void wait_for_children(thread& self) noexcept {
  task& running = *self.runs;
  for (task_node* each = running.children; each != nullptr; each = each->parent()) {
    if (each->has_children()) {
      wait_below(self, *each, each, [](const void* node) noexcept {
        return !static_cast<const task_node*>(node)->has_children();
      });
    }
    if (each == running.own || each->parent() == running.around) {
      break;
    }
  }
  if (running.uses != nullptr && !running.uses->forget_all()) [[unlikely]] {
    delete std::exchange(running.uses, nullptr);
  }
}

void wait_for_descendants(thread& self, const task_node& of) noexcept {
  if (of.has_descendants()) {
    wait_below(self, of, &of, [](const void* node) noexcept {
      return !static_cast<const task_node*>(node)->has_descendants();
    });
  }
}

void wait_for_some_uses(thread& self, std::span<const dependence> uses) noexcept {
  const task& running = *self.runs;
  if (running.uses == nullptr || running.uses->are_free(uses)) {
    return;
  }
  dependence_point here(self.now->number);
  running.uses->find_before(uses, here);
  if (!here.is_complete()) {
    wait_below(self, root_of(running), &here, [](const void* point) noexcept {
      return static_cast<const dependence_point*>(point)->may_begin();
    });
  }
}

void yield_task(thread& self) noexcept {
  const task& running = *self.runs;
  if (running.children != nullptr && running.children->has_children()) {
    crew& executes = *self.now->of->active_crew();
    core::attached_thread& guest = executes.at(self.now->number);
    if (executes.highest_waiting() == 0 ||
        !guest.run_prioritized_if(descends_from, &root_of(running))) {
      guest.run_newest_of(name_of(*running.children));
    }
  }
}

}  // namespace nuthatch::openmp
