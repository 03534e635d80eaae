// A bucket of held objects and of those who wait for some. All of it under its lock.

#include <utility>

#include "core/isolation.hpp"

namespace nuthatch::core {

using detail::held_object;

bool isolation::bucket::holds(const void* object) const noexcept {
  const held_object* each = held;
  while (each != nullptr && each->object != object) {
    each = each->next;
  }
  return each != nullptr;
}

/// False when it has to wait.
bool isolation::bucket::take(held_object& wanted, bool inside) noexcept {
  if ((closed && !inside) || holds(wanted.object)) {
    return false;
  }
  wanted.next = std::exchange(held, &wanted);
  note_busy(busy.load(detail::memory_order_relaxed) + 1);
  return true;
}

void isolation::bucket::release(held_object& held_one) noexcept {
  held_object** at = &held;
  while (*at != &held_one) {
    at = &(*at)->next;
  }
  *at = held_one.next;
  note_busy(busy.load(detail::memory_order_relaxed) - 1);
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
  waiter& gone = **at;
  *at = gone.next;
  end = gone.next == nullptr ? at : end;
}

/// Who is to be told that the object is free: out of the queue, and with the object if it was
/// passed over before. Null: nobody.
isolation::waiter* isolation::bucket::next_for(const void* object) noexcept {
  waiter** at = &first;
  while (*at != nullptr && ((*at)->wanted->object != object || (closed && !(*at)->inside))) {
    at = &(*at)->next;
  }
  waiter* const next = *at;
  if (next != nullptr) {
    remove(at);
    next->handed = next->passed_over && take(*next->wanted, next->inside);
  }
  return next;
}

/// Who waits in vain, as the bucket is closed now, for whoever was told of a free object and may
/// not take it any more (I3, I4): out of the queue.
isolation::waiter* isolation::bucket::stranded() noexcept {
  waiter* told = nullptr;
  for (waiter** at = &first; *at != nullptr;) {
    waiter& each = **at;
    if (each.inside && !holds(each.wanted->object)) {
      remove(at);
      each.next = std::exchange(told, &each);
    } else {
      at = &each.next;
    }
  }
  return told;
}

/// Who closes the bucket and waits for what has just happened; null when nobody does.
parked* isolation::bucket::closed_by() noexcept {
  return held == nullptr ? std::exchange(closing, nullptr) : nullptr;
}

}  // namespace nuthatch::core
