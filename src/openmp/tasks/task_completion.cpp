// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/task_completion.hpp"

#include "core/team.hpp"
#include "core/worker.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/depend_node.hpp"

namespace nuthatch::openmp {

void task_completion::free_storage(task_record& unused, bool is_own) const noexcept {
  if (thread_num_ == no_thread) {
    openmp::free_storage(task_team_.at(0).executed(), unused);
  } else {
    openmp::free_storage(task_team_.at(thread_num_).executed(), unused, is_own);
  }
}

void task_completion::make_ready(deferred_task& waited,
                                 const task_tree_node& last_parent) const noexcept {
  // A taskgroup may end while one of its tasks waits for a predecessor that was created outside.
  const detail::join_counter* const home =
      last_parent.is_same_or_below(node_of_join(*waited.join)) ? waited.join : nullptr;
  if (thread_num_ != no_thread) {
    push_task(task_team_.at(thread_num_), waited, home);
    return;
  }
  const core::worker& any = task_team_.at(0).executed();
  if (waited.priority == 0) {
    any.team().any_inject(core::work_item::task(waited), any.where());
    any.team().attached().any_notify_selective(home);
  } else {
    any.team().attached().any_prioritize(
        core::work_item::task(waited), waited.priority, any.where(), home);
  }
}

/// Frees retained nodes whose last descendant is complete.
void task_completion::free_with_ancestors(task_tree_node* last) const noexcept {
  for (bool goes = true; goes;) {
    task_tree_node& parent = *last->parent();
    const std::uint32_t waits = parent.owner();  // the parent may be gone once it is notified
    free_storage(static_cast<task_record&>(*last), /*is_own=*/false);
    last = &parent;
    goes = parent.remove_retained();
    if (!goes) {
      task_team_.at(waits).any_tell();
    }
  }
}

void task_completion::reparent(task& current) const noexcept {
  task_tree_node& parent = *current.own_node->parent();
  task_tree_node* to = parent.parent();
  while (to->is_retained()) {
    to = to->parent();
  }
  current.own_node->reparent(*to);
  current.parent_node = to;
  complete_child_of(parent);
}

void task_completion::complete_child_of(task_tree_node& parent) const noexcept {
  const std::uint32_t waits = parent.owner();  // the parent may be gone once it is notified
  if (waits == thread_num_ && parent.complete_child_locally()) [[likely]] {
    return;
  }
  if (parent.complete_child_remotely()) {
    free_with_ancestors(&parent);
  } else {
    task_team_.at(waits).any_tell();
  }
}

void task_completion::free_or_retain(task_record& ended, bool counts, bool is_own) const noexcept {
  const bool retained = ended.has_descendants();
  if (ended.is_reparented()) [[unlikely]] {
    if (!retained || ended.retain()) {
      free_with_ancestors(&ended);  // as a retained node, since it is counted as one
    }
    return;
  }
  task_tree_node& parent = *ended.parent();
  if (retained) {
    parent.add_retained();
  }
  if (counts) {
    complete_child_of(parent);
  }
  if (!retained) {
    free_storage(ended, is_own);
  } else if (ended.retain()) {
    free_with_ancestors(&ended);
  }
}

void task_completion::discard_cancelled(task_record& ended, depend_node* node) const noexcept {
  if (node != nullptr) {
    node->release_successors(*this);
  }
  complete_child_of(*ended.parent());
}

void task_completion::complete(task_record& ended, depend_node* node, bool is_own) const noexcept {
  if (node != nullptr) {
    node->release_successors(*this);
  }
  free_or_retain(ended, /*counts=*/true, is_own);
}

}  // namespace nuthatch::openmp
