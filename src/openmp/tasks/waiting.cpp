// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/waiting.hpp"

#include <utility>

#include "core/attached/attached_thread.hpp"
#include "openmp/model/task_memory.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

namespace {

bool descends_from(const void* node, core::work_item each) noexcept {
  return static_cast<const task_record&>(each.as_task())
      .parent()
      ->is_same_or_below(*static_cast<const task_tree_node*>(node));
}

/// The root of the current task's descendants. A task in its innermost taskgroup may depend on
/// others outside of it, so all descendants may have to be executed.
const task_tree_node& descendant_root(const task& current) noexcept {
  const task_tree_node* node =
      current.own_node != nullptr ? current.own_node : current.innermost_node;
  while (current.own_node == nullptr && node->parent() != current.parent_node) {
    node = node->parent();
  }
  return *node;
}

struct wait_condition {
  const task_tree_node* first;
  const task_tree_node* root;
  const void* context;
  bool (*done)(const void*) noexcept;

  static bool is_done(const void* all) noexcept {
    const auto& me = *static_cast<const wait_condition*>(all);
    return me.done(me.context);
  }

  static bool is_first(const void* all, core::work_item each) noexcept {
    return descends_from(static_cast<const wait_condition*>(all)->first, each);
  }

  static bool may_run(const void* all, core::work_item each) noexcept {
    return descends_from(static_cast<const wait_condition*>(all)->root, each);
  }

  static bool may_run_from(const void* all, const detail::join_counter* home) noexcept {
    return node_of_join(*home).is_same_or_below(*static_cast<const wait_condition*>(all)->root);
  }
};

/// Waits until done(of). Executes tasks below `first`, then other descendants of the current task.
void wait_executing(thread& self,
                    const task_tree_node& first,
                    const void* of,
                    bool (*done)(const void*) noexcept) noexcept {
  const task& current = *self.current_task;
  task_team& task_team = *self.member->team->active_task_team();
  core::attached_thread& guest = task_team.at(self.member->thread_num);
  while (!done(of) && task_team.highest_waiting() == 0 &&
         (guest.run_newest_of(as_join(first)) ||
          (current.innermost_node != &first &&
           guest.run_newest_of(as_join(*current.innermost_node))))) {
  }
  if (!done(of)) {
    const wait_condition condition{&first, &descendant_root(current), of, done};
    guest.help_until(
        {.done = wait_condition::is_done,
         .may_run = wait_condition::is_first,
         .of = &condition,
         .may_run_from = wait_condition::may_run_from,
         .may_run_else = condition.root != &first ? wait_condition::may_run : nullptr});
  }
}

}  // namespace

void wait_for_children(thread& self) noexcept {
  task& current = *self.current_task;
  for (task_tree_node* each = current.innermost_node; each != nullptr; each = each->parent()) {
    if (each->has_children()) {
      wait_executing(self, *each, each, [](const void* node) noexcept {
        return !static_cast<const task_tree_node*>(node)->has_children();
      });
    }
    if (each == current.own_node || each->parent() == current.parent_node) {
      break;
    }
  }
  if (current.child_depends != nullptr) {
    current.child_depends->erase_all();
  }
}

void wait_for_descendants(thread& self, const task_tree_node& ancestor) noexcept {
  if (ancestor.has_descendants()) {
    wait_executing(self, ancestor, &ancestor, [](const void* node) noexcept {
      return !static_cast<const task_tree_node*>(node)->has_descendants();
    });
  }
}

void wait_for_some_predecessors(thread& self, std::span<const dependence> dependences) noexcept {
  const task& current = *self.current_task;
  if (current.child_depends == nullptr || current.child_depends->are_fulfilled(dependences)) {
    return;
  }
  depend_node here(self.member->thread_num);
  current.child_depends->link_predecessors(dependences, here);
  if (!here.finish_registration()) {
    wait_executing(self, descendant_root(current), &here, [](const void* point) noexcept {
      return static_cast<const depend_node*>(point)->is_ready();
    });
  }
  here.return_links(current.child_depends->links());
}

void yield_task(thread& self) noexcept {
  const task& current = *self.current_task;
  if (current.innermost_node != nullptr && current.innermost_node->has_children()) {
    task_team& task_team = *self.member->team->active_task_team();
    core::attached_thread& guest = task_team.at(self.member->thread_num);
    if (task_team.highest_waiting() == 0 ||
        !guest.run_prioritized_if(descends_from, &descendant_root(current))) {
      guest.run_newest_of(as_join(*current.innermost_node));
    }
  }
}

void run_any_descendant(thread& self) noexcept {
  const task& current = *self.current_task;
  if (current.innermost_node != nullptr && current.innermost_node->has_children()) {
    task_team& task_team = *self.member->team->active_task_team();
    core::attached_thread& guest = task_team.at(self.member->thread_num);
    if (task_team.highest_waiting() != 0 ||
        !guest.run_newest_of(as_join(*current.innermost_node))) {
      guest.run_if(descends_from, &descendant_root(current));
    }
  }
}

}  // namespace nuthatch::openmp
