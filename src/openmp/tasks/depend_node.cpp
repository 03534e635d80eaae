// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/depend_node.hpp"

#include <bit>

#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

depend_node::link* depend_node::closed() noexcept {
  static constinit link end;
  return &end;
}

void depend_node::begin(deferred_task& task) noexcept {
  task_ = &task;
  predecessors_ = 0;
  pending_predecessors_.store(not_registered, detail::memory_order_relaxed);
  successors_.store(nullptr, detail::memory_order_relaxed);
}

/// Returns the next unused link. `others` links are in use.
depend_node::link& depend_node::link_after(std::uint32_t others) {
  if (others < own_links_.size()) {
    return own_links_[others];
  }
  constexpr std::size_t first_part = 8;
  const std::size_t i = others - own_links_.size() + first_part;
  const std::size_t part_size = std::bit_floor(i);
  const auto part = static_cast<std::size_t>(std::countr_zero(part_size / first_part));
  if (part == more_links_.size()) {
    more_links_.push_back(std::make_unique<link[]>(part_size));
  }
  return more_links_[part][i - part_size];
}

/// Adds a link. Returns false if the list is closed.
bool depend_node::add(link& new_link) noexcept {
  link* first = successors_.load(detail::memory_order_acquire);
  do {
    if (first == closed()) {
      return false;
    }
    new_link.next = first;
    // Release: the completing thread reads the link. Acquire: shows what the task did, if it is
    // complete.
  } while (!successors_.compare_exchange_weak(
      first, &new_link, detail::memory_order_acq_rel, detail::memory_order_acquire));
  return true;
}

void depend_node::add_successor(depend_node& successor) {
  if (&successor == this || has_completed()) {
    return;
  }
  link& new_link = successor.link_after(successor.predecessors_);
  new_link.successor = &successor;
  if (add(new_link)) {
    ++successor.predecessors_;
  }
}

bool depend_node::finish_registration() noexcept {
  if (predecessors_ == 0) {
    return true;
  }
  const std::int32_t ended = not_registered - static_cast<std::int32_t>(predecessors_);
  // Acquire: shows what the predecessors did.
  return pending_predecessors_.fetch_sub(ended, detail::memory_order_acq_rel) == ended;
}

void depend_node::release_successors(const task_completion& by) noexcept {
  const task_tree_node* const parent = task_ != nullptr ? task_->parent() : nullptr;
  const link* each = successors_.exchange(closed(), detail::memory_order_acq_rel);
  bool is_released = false;
  while (each != nullptr) {
    depend_node* const successor = each->successor;
    each = each->next;  // when the successor is notified, the task that holds the link may be gone
    if (successor == nullptr) {
      is_released = true;
      continue;
    }
    deferred_task* const waiting = successor->task_;
    const std::uint32_t waits_at = successor->waiting_thread_;
    if (successor->pending_predecessors_.fetch_sub(1, detail::memory_order_seq_cst) == 1) {
      if (waiting != nullptr) {
        // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): tasks come after tasks only
        by.make_ready(*waiting, *parent);
      } else {
        by.team().at(waits_at).any_tell();
      }
    }
  }
  if (is_released) {
    delete this;
  }
}

void depend_node::release() noexcept {
  if (!add(release_link_)) {
    delete this;
  }
}

}  // namespace nuthatch::openmp
