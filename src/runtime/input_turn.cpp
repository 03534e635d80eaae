// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/input_buffer.hpp>

#include "base/sanitizers.hpp"

namespace nuthatch::detail {

// The accesses that meet acquire and release: the stage sees what its call before did, and the item
// what happened to it. A turn that begins needs no order: the next item of the slot comes after it
// by way of the tokens, or of the arrivals.

bool input_turn::any_begin() noexcept {
  if (state_.load(memory_order_acquire) != has_turn) {
    return false;
  }
  base::announce_acquire(this);
  begin();
  return true;
}

bool input_turn::any_leave_item() noexcept {
  base::announce_release(this);
  if (state_.fetch_or(has_item, memory_order_acq_rel) == empty) {
    return true;
  }
  base::announce_acquire(this);
  begin();
  return false;
}

bool input_turn::end_turn_before() noexcept {
  base::announce_release(this);
  const bool is_here = state_.fetch_or(has_turn, memory_order_acq_rel) == has_item;
  base::announce_acquire(this);
  return is_here;
}

void input_turn::begin() noexcept {
  state_.store(empty, memory_order_relaxed);
}

std::uint64_t arrivals::any_count() noexcept {
  base::announce_release(this);
  // Both ways: an item that has been under way for long has to see that others, which began and
  // came here after turns had ended, left the slots of those turns.
  const std::uint64_t before = number_.fetch_add(1, memory_order_acq_rel);
  base::announce_acquire(this);
  return before;
}

}  // namespace nuthatch::detail
