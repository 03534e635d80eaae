// SPDX-License-Identifier: Apache-2.0

// A bucket: objects that are held, and waiters.

#include <utility>

#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"

namespace nuthatch::core {

using detail::held_object;

/// From here on every block that holds or wants an object of this bucket has to take the lock.
void isolation::bucket::inflate() noexcept {
  std::uintptr_t seen = word.load(detail::memory_order_relaxed);
  // Seq_cst: precedes the look at the gate in the single order. Acquire: as in take_alone.
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

/// The name of the holder. Null if there is none, or if it is not known.
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

/// Returns false if the caller has to wait.
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

/// Enqueues a waiter. One that was passed over goes behind the others that were passed over, any
/// other one behind all.
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

/// Removes from the queue the waiter to resume because the object is free. The waiter gets the
/// object if it was passed over before. Null if there is no waiter.
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

/// Removes from the queue the admitted waiters whose objects are free although the gate is closed:
/// the waiter that was resumed for the object may not take it any more (I3, I4).
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

/// Removes from the queue the waiters to resume because the gate is open: all of them, since they
/// may wait for different objects. A waiter that was passed over gets its object, or waits for the
/// holder (I5).
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

/// The task or thread that closed the gate and waits for this bucket, if nothing is held any more;
/// else null.
parked* isolation::bucket::pop_closer() noexcept {
  return held == nullptr ? std::exchange(closing, nullptr) : nullptr;
}

}  // namespace nuthatch::core
