// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/dependence_point.hpp"

#include <bit>

#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {

dependence_point::link* dependence_point::closed() noexcept {
  static constinit link end;
  return &end;
}

void dependence_point::begin(deferred_task& task) noexcept {
  task_ = &task;
  all_before_ = 0;
  before_.store(not_complete, detail::memory_order_relaxed);
  later_.store(nullptr, detail::memory_order_relaxed);
}

/// Where the next link is, of which so many are used.
dependence_point::link& dependence_point::link_after(std::uint32_t others) {
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

/// False if the list is closed.
bool dependence_point::add(link& made) noexcept {
  link* first = later_.load(detail::memory_order_acquire);
  do {
    if (first == closed()) {
      return false;
    }
    made.next = first;
    // Release: who ends it reads the link. Acquire: what the task did, if it has ended.
  } while (!later_.compare_exchange_weak(
      first, &made, detail::memory_order_acq_rel, detail::memory_order_acquire));
  return true;
}

void dependence_point::come_before(dependence_point& later) {
  if (&later == this || has_ended()) {
    return;
  }
  link& made = later.link_after(later.all_before_);
  made.later = &later;
  if (add(made)) {
    ++later.all_before_;
  }
}

bool dependence_point::is_complete() noexcept {
  if (all_before_ == 0) {
    return true;
  }
  const std::int32_t ended = not_complete - static_cast<std::int32_t>(all_before_);
  // Acquire: what they did.
  return before_.fetch_sub(ended, detail::memory_order_acq_rel) == ended;
}

void dependence_point::end(const task_ender& by) noexcept {
  const task_node* const parent = task_ != nullptr ? task_->parent() : nullptr;
  const link* each = later_.exchange(closed(), detail::memory_order_acq_rel);
  bool is_nobodys = false;
  while (each != nullptr) {
    dependence_point* const later = each->later;
    each = each->next;  // once it knows, the task behind the link may be gone
    if (later == nullptr) {
      is_nobodys = true;
      continue;
    }
    deferred_task* const waits = later->task_;
    const std::uint32_t waits_at = later->waits_at_;
    if (later->before_.fetch_sub(1, detail::memory_order_seq_cst) == 1) {
      if (waits != nullptr) {
        // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): tasks come after tasks only
        by.begin(*waits, *parent);
      } else {
        by.of().at(waits_at).any_tell();
      }
    }
  }
  if (is_nobodys) {
    delete this;
  }
}

void dependence_point::let_go() noexcept {
  if (!add(let_go_)) {
    delete this;
  }
}

}  // namespace nuthatch::openmp
