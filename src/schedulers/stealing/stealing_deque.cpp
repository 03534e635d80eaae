// SPDX-License-Identifier: Apache-2.0
#include "schedulers/stealing/stealing_deque.hpp"

#include <new>

#include "base/assert.hpp"
#include "base/capacity.hpp"

namespace nuthatch::scheduling {

namespace {

// More than a worker has published at a time, except flat asyncs; half a kilobyte.
constexpr auto first_ring_size = base::capacity<std::int64_t>(64, 2);

}  // namespace

using core::work_item;
using detail::memory_order_acquire;
using detail::memory_order_relaxed;
using detail::memory_order_release;
using detail::memory_order_seq_cst;

stealing_deque::stealing_deque() {
  rings_.push_back(std::make_unique<ring>(first_ring_size));
  array_.store(rings_.back().get(), memory_order_relaxed);  // before other threads know the deque
}

bool stealing_deque::owner_push(work_item added) noexcept {
  const std::int64_t bottom = bottom_.load(memory_order_relaxed);  // D2: only the owner writes
  const std::int64_t top =
      top_.load(memory_order_acquire);              // a smaller value only grows the array early
  ring* array = array_.load(memory_order_relaxed);  // D2: only the owner writes
  if (bottom - top >= array->size()) {
    array = grow(*array, top, bottom);
    if (array == nullptr) {
      return false;
    }
  }
  array->put(bottom, added);
  static_cast<void>(bottom_.exchange(bottom + 1, memory_order_seq_cst));
  return true;
}

stealing_deque::ring* stealing_deque::grow(const ring& full,
                                           std::int64_t top,
                                           std::int64_t bottom) noexcept {
  ring* larger = nullptr;
  try {
    rings_.push_back(std::make_unique<ring>(2 * full.size()));
    larger = rings_.back().get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  for (std::int64_t i = top; i < bottom; ++i) {
    larger->put(i, full.get(i));
  }
  array_.store(larger, memory_order_release);  // with its content
  return larger;
}

work_item stealing_deque::owner_peek_newest() const noexcept {
  const std::int64_t bottom = bottom_.load(memory_order_relaxed);  // D2: only the owner writes
  if (bottom <= top_.load(memory_order_acquire)) {
    return {};
  }
  return array_.load(memory_order_relaxed)->get(bottom - 1);
}

work_item stealing_deque::owner_pop() noexcept {
  const std::int64_t bottom = bottom_.load(memory_order_relaxed) - 1;  // D2: only the owner writes
  if (bottom < top_.load(memory_order_relaxed)) {
    return {};  // top_ only grows, so it is certainly empty
  }
  static_cast<void>(bottom_.exchange(bottom, memory_order_seq_cst));
  std::int64_t top = top_.load(memory_order_seq_cst);
  work_item newest;
  if (top <= bottom) {
    newest = array_.load(memory_order_relaxed)->get(bottom);
    if (top < bottom) {
      return newest;
    }
    if (!top_.compare_exchange_strong(top, top + 1, memory_order_seq_cst, memory_order_relaxed)) {
      newest = {};  // D3: a thief was first
    }
  }
  bottom_.store(bottom + 1, memory_order_relaxed);  // empty again; nothing new to publish
  return newest;
}

work_item stealing_deque::thief_steal(bool& lost) noexcept {
  std::int64_t top = top_.load(memory_order_seq_cst);
  const std::int64_t bottom = bottom_.load(memory_order_seq_cst);
  if (top >= bottom) {
    return {};
  }
  const work_item oldest = array_.load(memory_order_acquire)->get(top);
  if (!top_.compare_exchange_strong(top, top + 1, memory_order_seq_cst, memory_order_relaxed)) {
    lost = true;
    return {};
  }
  return oldest;
}

/// Returns the number of work items up to and including the oldest continuation, which a thief may
/// take first; 0 if there is none.
std::int64_t stealing_deque::owner_count_to_waited() const noexcept {
  const ring& array = *array_.load(memory_order_relaxed);  // D2, also for bottom_ and the slots
  const std::int64_t top = top_.load(memory_order_acquire);
  const std::int64_t bottom = bottom_.load(memory_order_relaxed);
  for (std::int64_t i = top; i < bottom; ++i) {
    if (array.get(i).what() == work_item::kind::continuation) {
      return i - top + 1;
    }
  }
  return 0;
}

work_item stealing_deque::owner_take_continuation() noexcept {
  for (std::int64_t left = owner_count_to_waited(); left > 0; --left) {
    bool lost = false;
    const work_item oldest = thief_steal(lost);
    if (oldest && oldest.what() == work_item::kind::continuation) {
      return oldest;
    }
    if (oldest) {
      const bool fits = owner_push(oldest);
      NUTHATCH_CHECK(fits, "no room for what was just taken out");
    }
  }
  return {};
}

work_item stealing_deque::thief_take_continuation() noexcept {
  std::int64_t top = top_.load(memory_order_seq_cst);
  if (top >= bottom_.load(memory_order_seq_cst)) {
    return {};
  }
  const work_item oldest = array_.load(memory_order_acquire)->get(top);
  if (oldest.what() != work_item::kind::continuation ||
      !top_.compare_exchange_strong(top, top + 1, memory_order_seq_cst, memory_order_relaxed)) {
    return {};
  }
  return oldest;
}

}  // namespace nuthatch::scheduling
