// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/input_buffer.hpp>

namespace nuthatch::detail {

// The accesses that meet acquire and release: the stage sees what its call before did, and the item
// what happened to it. A turn that begins needs no order: the next item of the slot comes after it
// by way of the tokens, or of the arrivals.

bool input_turn::any_begin() noexcept {
  if (state_.load(memory_order_acquire) != has_turn) {
    return false;
  }
  begin();
  return true;
}

bool input_turn::any_leave_item() noexcept {
  if (state_.fetch_or(has_item, memory_order_acq_rel) == empty) {
    return true;
  }
  begin();
  return false;
}

bool input_turn::end_turn_before() noexcept {
  return state_.fetch_or(has_turn, memory_order_acq_rel) == has_item;
}

void input_turn::begin() noexcept {
  state_.store(empty, memory_order_relaxed);
}

std::uint64_t arrivals::any_count() noexcept {
  // Both ways: an item that has been under way for long has to see that others, which began and
  // came here after turns had ended, left the slots of those turns.
  return number_.fetch_add(1, memory_order_acq_rel);
}

}  // namespace nuthatch::detail
