// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/task_end.hpp"

#include "core/team.hpp"
#include "core/worker.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependence_point.hpp"

namespace nuthatch::openmp {

void task_ender::give_back(task_record& unused, bool is_own) const noexcept {
  if (number_ == nobody) {
    openmp::give_back(of_.at(0).executed(), unused);
  } else {
    openmp::give_back(of_.at(number_).executed(), unused, is_own);
  }
}

void task_ender::begin(deferred_task& waited, const task_node& last_parent) const noexcept {
  // A taskgroup may end with what waited in it, while what came before it was made outside.
  const detail::join_counter* const home =
      last_parent.is_below(node_named(*waited.join)) ? waited.join : nullptr;
  if (number_ != nobody) {
    let_others_have(of_.at(number_), waited, home);
    return;
  }
  const core::worker& any = of_.at(0).executed();
  if (waited.priority == 0) {
    any.team().any_inject(core::work_item::task(waited), any.where());
    any.team().any_notify_selective(home);
  } else {
    any.team().any_prioritize(core::work_item::task(waited), waited.priority, any.where(), home);
  }
}

/// Nodes that stayed for their descendants, the last of which has ended.
void task_ender::let_go(task_node* last) const noexcept {
  for (bool goes = true; goes;) {
    task_node& parent = *last->parent();
    const std::uint32_t waits = parent.owner();  // once it knows, the parent may be gone
    give_back(static_cast<task_record&>(*last), /*is_own=*/false);
    last = &parent;
    goes = parent.remove_staying();
    if (!goes) {
      of_.at(waits).any_tell();
    }
  }
}

void task_ender::move_up(task& running) const noexcept {
  task_node& parent = *running.own->parent();
  task_node* to = parent.parent();
  while (to->is_nobodys()) {
    to = to->parent();
  }
  running.own->move_up(*to);
  running.around = to;
  end_child_of(parent);
}

void task_ender::end_child_of(task_node& parent) const noexcept {
  const std::uint32_t waits = parent.owner();  // likewise
  if (waits == number_ && parent.end_child_here()) [[likely]] {
    return;
  }
  if (parent.end_child_elsewhere()) {
    let_go(&parent);
  } else {
    of_.at(waits).any_tell();
  }
}

void task_ender::let_descendants_be(task_record& ended, bool counts, bool is_own) const noexcept {
  const bool stays = ended.has_descendants();
  if (ended.has_moved_up()) [[unlikely]] {
    if (!stays || ended.stay()) {
      let_go(&ended);  // as one that stayed, since so it is counted
    }
    return;
  }
  task_node& parent = *ended.parent();
  if (stays) {
    parent.add_staying();
  }
  if (counts) {
    end_child_of(parent);
  }
  if (!stays) {
    give_back(ended, is_own);
  } else if (ended.stay()) {
    let_go(&ended);
  }
}

void task_ender::discard(task_record& ended, dependence_point* point) const noexcept {
  if (point != nullptr) {
    point->end(*this);
  }
  end_child_of(*ended.parent());
}

void task_ender::end(task_record& ended, dependence_point* point, bool is_own) const noexcept {
  if (point != nullptr) {
    point->end(*this);
  }
  let_descendants_be(ended, /*counts=*/true, is_own);
}

}  // namespace nuthatch::openmp
