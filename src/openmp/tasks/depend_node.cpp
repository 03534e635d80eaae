// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/depend_node.hpp"

#include <utility>

#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

namespace {

void delete_all(depend_link_block* first) noexcept {
  while (first != nullptr) {
    delete std::exchange(first, first->next);
  }
}

}  // namespace

// ---- links ----

spare_link_blocks::~spare_link_blocks() {
  delete_all(first_);
}

depend_link_block& spare_link_blocks::take() {
  if (first_ == nullptr) {
    return *new depend_link_block;
  }
  return *std::exchange(first_, first_->next);
}

void spare_link_blocks::put_all(depend_link_block* newest) noexcept {
  while (newest != nullptr) {
    depend_link_block* const older = newest->next;
    newest->next = std::exchange(first_, newest);
    newest = older;
  }
}

// ---- nodes ----

depend_node::~depend_node() {
  delete_all(more_links_);
}

depend_link* depend_node::closed() noexcept {
  static constinit depend_link end;
  return &end;
}

void depend_node::begin(deferred_task& task) noexcept {
  task_ = &task;
  predecessors_ = 0;
  pending_predecessors_.store(not_registered, detail::memory_order_relaxed);
  successors_.store(nullptr, detail::memory_order_relaxed);
}

void depend_node::return_links(spare_link_blocks& spare) noexcept {
  spare.put_all(std::exchange(more_links_, nullptr));
}

depend_node* depend_node::successor_of(const depend_link& at) noexcept {
  constexpr std::uintptr_t within_line = base::cache_line_size - 1;
  return *reinterpret_cast<depend_node* const*>(reinterpret_cast<std::uintptr_t>(&at) &
                                                ~within_line);
}

/// Returns the next unused link.
depend_link& depend_node::next_link(spare_link_blocks& spare) {
  if (predecessors_ < own_links) {
    return own_row_.links[predecessors_];
  }
  if (more_links_ == nullptr || links_in_block_ == more_links_->row.links.size()) {
    depend_link_block& added = spare.take();
    added.row.successor = this;
    added.next = std::exchange(more_links_, &added);
    links_in_block_ = 0;
  }
  return more_links_->row.links[links_in_block_];
}

/// Adds a link. Returns false if the list is closed.
bool depend_node::add(depend_link& new_link) noexcept {
  depend_link* first = successors_.load(detail::memory_order_acquire);
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

void depend_node::add_successor(depend_node& successor, spare_link_blocks& spare) {
  if (&successor == this || has_completed()) {
    return;
  }
  if (add(successor.next_link(spare))) {
    successor.links_in_block_ += successor.predecessors_ < own_links ? 0 : 1;
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
  const depend_link* each = successors_.exchange(closed(), detail::memory_order_acq_rel);
  bool is_released = false;
  while (each != nullptr) {
    depend_node* const successor = successor_of(*each);
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
  if (!add(release_row_.links[0])) {
    delete this;
  }
}

}  // namespace nuthatch::openmp
