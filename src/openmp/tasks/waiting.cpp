#include "openmp/tasks/waiting.hpp"

#include <utility>

#include "core/guest.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task_memory.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

bool descends_from(const void* node, core::work each) noexcept {
  return static_cast<const task_record&>(each.as_task())
      .parent()
      ->is_below(*static_cast<const task_node*>(node));
}

/// Until done(of).
void wait_below(thread& self,
                const task_node& node,
                const void* of,
                bool (*done)(const void*) noexcept) noexcept {
  crew& executes = *self.now->of->active_crew();
  core::guest& guest = executes.at(self.now->number);
  while (!done(of) && executes.highest_waiting() == 0 && guest.run_newest_of(name_of(node))) {
  }

  struct awaited {
    const task_node* node;
    const void* of;
    bool (*done)(const void*) noexcept;
  } const what{&node, of, done};

  if (!done(of)) {
    guest.help_until({[](const void* all) noexcept {
                        const auto& me = *static_cast<const awaited*>(all);
                        return me.done(me.of);
                      },
                      [](const void* all, core::work each) noexcept {
                        return descends_from(static_cast<const awaited*>(all)->node, each);
                      },
                      &what,
                      [](const void* all, const detail::join_counter* home) noexcept {
                        return node_named(*home).is_below(*static_cast<const awaited*>(all)->node);
                      }});
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
    const task_node& all = running.own != nullptr ? *running.own : *running.children;
    wait_below(self, all, &here, [](const void* point) noexcept {
      return static_cast<const dependence_point*>(point)->may_begin();
    });
  }
}

void yield_task(thread& self) noexcept {
  const task& running = *self.runs;
  if (running.children != nullptr && running.children->has_children()) {
    crew& executes = *self.now->of->active_crew();
    core::guest& guest = executes.at(self.now->number);
    if (executes.highest_waiting() == 0 ||
        !guest.run_prioritized_if(descends_from, running.children)) {
      guest.run_newest_of(name_of(*running.children));
    }
  }
}

}  // namespace nuthatch::openmp
