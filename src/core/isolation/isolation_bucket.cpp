// SPDX-License-Identifier: Apache-2.0

// A bucket of held objects and of those who wait for some.

#include <utility>

#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"

namespace nuthatch::core {

using detail::held_object;

/// From here on whoever holds an object, or wants one, comes to the lock.
void isolation::bucket::inflate() noexcept {
  std::uintptr_t seen = word.load(detail::memory_order_relaxed);
  // In the one order: before the look at the gate. Acquire: as in take_alone.
  while (seen != inflated &&
         !word.compare_exchange_strong(
             seen, inflated, detail::memory_order_seq_cst, detail::memory_order_relaxed)) {
  }
  if (seen != inflated && seen != free) {
    NUTHATCH_ASSERT(held == nullptr && first == nullptr, "a list beside an object alone");
    alone.object = reinterpret_cast<const void*>(seen);  // NOLINT: it was one
    hold(alone);
  }
}

void isolation::bucket::deflate() noexcept {
  if (held == nullptr && first == nullptr && closing == nullptr) {
    word.store(free, detail::memory_order_release);  // as in release_alone
  }
}

bool isolation::bucket::holds(const void* object) const noexcept {
  const held_object* each = held;
  while (each != nullptr && each->object != object) {
    each = each->next;
  }
  return each != nullptr;
}

/// Whoever holds it. Null: nobody, or not known.
const char* isolation::bucket::holder_of(const void* object) const noexcept {
  const held_object* each = held;
  while (each != nullptr && each->object != object) {
    each = each->next;
  }
  if (each == &alone) {
    return holder_alone.load(detail::memory_order_relaxed);
  }
  return each == nullptr ? nullptr : each->holder;
}

void isolation::bucket::hold(held_object& one) noexcept {
  one.next = std::exchange(held, &one);
  busy.store(busy.load(detail::memory_order_relaxed) + 1, detail::memory_order_relaxed);
}

/// False when it has to wait.
bool isolation::bucket::take(held_object& wanted) noexcept {
  if (holds(wanted.object)) {
    return false;
  }
  hold(wanted);
  return true;
}

void isolation::bucket::release(const void* object) noexcept {
  held_object** at = &held;
  while ((*at)->object != object) {
    at = &(*at)->next;
  }
  *at = (*at)->next;
  busy.store(busy.load(detail::memory_order_relaxed) - 1, detail::memory_order_relaxed);
}

/// Behind those that were passed over, too, if it was; else behind all.
void isolation::bucket::enqueue(waiter& late) noexcept {
  waiter** at = late.passed_over ? &first : end;
  while (*at != nullptr && (*at)->passed_over) {
    at = &(*at)->next;
  }
  late.next = std::exchange(*at, &late);
  end = late.next == nullptr ? &late.next : end;
}

void isolation::bucket::remove(waiter** at) noexcept {
  const waiter& gone = **at;
  *at = gone.next;
  end = gone.next == nullptr ? at : end;
}

/// Who is to be told that the object is free: out of the queue, and with the object if it was
/// passed over before. Null: nobody.
isolation::waiter* isolation::bucket::next_for(const void* object, bool closed) noexcept {
  waiter** at = &first;
  while (*at != nullptr && ((*at)->wanted->object != object || (closed && !(*at)->admitted))) {
    at = &(*at)->next;
  }
  waiter* const next = *at;
  if (next != nullptr) {
    remove(at);
    next->handed_off = next->passed_over && take(*next->wanted);
  }
  return next;
}

/// Who waits in vain, as the gate is closed now, for whoever was told of a free object and may not
/// take it any more (I3, I4): out of the queue.
isolation::waiter* isolation::bucket::stranded() noexcept {
  waiter* told = nullptr;
  for (waiter** at = &first; *at != nullptr;) {
    waiter& each = **at;
    if (each.admitted && !holds(each.wanted->object)) {
      remove(at);
      each.next = std::exchange(told, &each);
    } else {
      at = &each.next;
    }
  }
  return told;
}

/// Who is told that the gate is open: all, as they may wait for different objects. Who was passed
/// over gets its object, or waits for whoever has it (I5).
isolation::waiter* isolation::bucket::pop_to_retry() noexcept {
  waiter* told = nullptr;
  waiter** last = &told;
  for (waiter** at = &first; *at != nullptr;) {
    waiter& each = **at;
    each.handed_off = each.passed_over && take(*each.wanted);
    if (each.passed_over && !each.handed_off) {
      at = &each.next;
      continue;
    }
    remove(at);
    each.next = nullptr;
    *last = &each;
    last = &each.next;
  }
  return told;
}

/// Who closes the gate and waits for what has just happened; null when nobody does.
parked* isolation::bucket::pop_closer() noexcept {
  return held == nullptr ? std::exchange(closing, nullptr) : nullptr;
}

}  // namespace nuthatch::core
