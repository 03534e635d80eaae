// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shepherd/shared_deque.hpp"

#include <algorithm>
#include <new>

#include "base/assert.hpp"
#include "base/capacity.hpp"

namespace nuthatch::scheduling {

using core::work_item;

namespace {

// A kilobyte: a recursion has about as many waiting work items as it is deep.
constexpr auto first_capacity = base::capacity<std::int64_t>(64, 2);

// A failed allocation takes microseconds, for which other workers have to wait.
constexpr std::uint32_t pushes_before_retry = 1'000;

// A megabyte. A larger array is freed when the queue is empty.
constexpr auto max_kept = base::capacity<std::int64_t>(std::int64_t{1} << 16, 4);

}  // namespace

shared_deque::shared_deque()
    : mask_(first_capacity - 1),
      slots_(std::make_unique<entry[]>(first_capacity)) {}

shared_deque::put shared_deque::any_push(work_item added, origin from) noexcept {
  const section mine(*this);
  if (!make_room(1)) {
    return {mine.use(), 0};
  }
  const std::uint32_t before = likely_size();
  const ticket its = append(added, from);
  note_size(before, before + 1);
  return {mine.use(), its};
}

shared_deque::put shared_deque::any_push_all(const work_item* first,
                                             unsigned count,
                                             origin from) noexcept {
  const section mine(*this);
  if (!make_room(count)) {
    return {mine.use(), 0};
  }
  const std::uint32_t before = likely_size();
  ticket its = 0;
  for (unsigned i = 0; i < count; ++i) {
    its = append(first[i], from);
  }
  note_size(before, before + count);
  return {mine.use(), its};
}

shared_deque::taken shared_deque::any_take_newest(unsigned by) noexcept {
  const section mine(*this);
  return oldest_ == end_ ? nothing(mine.use()) : take(end_ - 1, by, mine.use());
}

shared_deque::taken shared_deque::any_take_oldest(unsigned by) noexcept {
  const section mine(*this);
  return oldest_ == end_ ? nothing(mine.use()) : take(oldest_, by, mine.use());
}

shared_deque::taken shared_deque::any_take_oldest_under_off_chain(unsigned by) noexcept {
  const section mine(*this);
  return off_chain_ == 0 ? nothing(mine.use()) : take(oldest_, by, mine.use());
}

shared_deque::bulk shared_deque::take_bulk(work_item* into,
                                           unsigned most,
                                           shared_deque::use used) noexcept {
  const std::uint32_t there = likely_size();
  const std::uint32_t wanted = std::min((there + 1) / 2, most);
  bulk got{used};
  for (; got.count < wanted; ++oldest_) {
    entry& each = slot(oldest_);
    if (each.what) {
      got.off_chain = got.off_chain || each.off_chain();
      into[got.count++] = remove(each);
    }
  }
  if (wanted > 0) {
    note_size(there, there - wanted);
    trim();
  }
  return got;
}

shared_deque::taken shared_deque::any_take_back(ticket its, unsigned by) noexcept {
  const section mine(*this);
  const std::int64_t at = find(its);
  return at == none ? nothing(mine.use()) : take(at, by, mine.use());
}

bool shared_deque::any_has(ticket its) noexcept {
  const section mine(*this);
  return find(its) != none;
}

std::size_t shared_deque::any_capacity() noexcept {
  const section mine(*this);
  return static_cast<std::size_t>(mask_ + 1);
}

/// Returns the slot of the work item with that ticket (SD2).
std::int64_t shared_deque::find(ticket its) noexcept {
  std::int64_t first = oldest_;
  std::int64_t end = end_;
  if (first == end || slot(end - 1).its() < its) {
    return none;
  }
  if (slot(end - 1).its() == its) {  // as nearly always
    return end - 1;
  }
  while (first < end) {
    const std::int64_t middle = first + (end - first) / 2;
    if (slot(middle).its() < its) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return slot(first).its() == its && slot(first).what ? first : none;
}

shared_deque::taken shared_deque::take(std::int64_t at,
                                       unsigned by,
                                       shared_deque::use used) noexcept {
  entry& from = slot(at);
  const bool of_other = from.by() != by;
  const bool inverted = at != end_ - 1 || (from.keeps_newer() && of_other);
  const work_item what = remove(from);
  const std::uint32_t there = likely_size();
  note_size(there, there - 1);
  trim();
  return {used, what, inverted, of_other};
}

inline work_item shared_deque::remove(entry& from) noexcept {
  off_chain_ -= from.off_chain() ? 1 : 0;
  return std::exchange(from.what, work_item());
}

/// Removes holes at both ends, which restores SD1.
inline void shared_deque::trim() noexcept {
  while (oldest_ != end_ && !slot(end_ - 1).what) {
    --end_;
  }
  while (oldest_ != end_ && !slot(oldest_).what) {
    ++oldest_;
  }
  if (oldest_ == end_ && mask_ >= max_kept) [[unlikely]] {
    shrink();
  }
}

void shared_deque::shrink() noexcept {
  if (auto* const smaller = new (std::nothrow) entry[first_capacity]) {
    unused_ = std::exchange(slots_, std::unique_ptr<entry[]>(smaller));
    mask_ = first_capacity - 1;
  }
}

inline bool shared_deque::make_room(unsigned more) noexcept {
  return end_ - oldest_ + more <= mask_ + 1 || grow(more);
}

bool shared_deque::grow(unsigned more) noexcept {
  const std::int64_t capacity = mask_ + 1;
  const std::int64_t wanted = std::int64_t{likely_size()} + more;
  std::int64_t larger = capacity;
  while (2 * wanted > larger) {  // otherwise it is full of holes
    larger *= 2;
  }
  if (pushes_without_memory_ > 0) {
    --pushes_without_memory_;
    return false;
  }
  auto* const slots = new (std::nothrow) entry[static_cast<std::size_t>(larger)];
  if (slots == nullptr) {
    pushes_without_memory_ = pushes_before_retry;
    return false;
  }
  move_into(slots, larger);
  return true;
}

/// Moves the items to a larger array, without the holes.
void shared_deque::move_into(entry* larger, std::int64_t capacity) noexcept {
  std::int64_t count = 0;
  for (std::int64_t at = oldest_; at < end_; ++at) {
    if (slot(at).what) {
      larger[count++] = slot(at);
    }
  }
  unused_ = std::exchange(slots_, std::unique_ptr<entry[]>(larger));
  mask_ = capacity - 1;
  oldest_ = 0;
  end_ = count;
}

inline shared_deque::ticket shared_deque::append(work_item added, origin from) noexcept {
  NUTHATCH_ASSERT(from.by < max_by);
  const ticket its = ++last_ticket_;
  slot(end_++) = {added,
                  (its << ticket_shift) | (std::uint64_t{from.by} << by_shift) |
                      (from.off_chain ? off_chain_bit : 0) |
                      (from.keeps_newer ? keeps_newer_bit : 0)};
  off_chain_ += from.off_chain ? 1 : 0;
  return its;
}

inline void shared_deque::note_size(std::uint32_t before, std::uint32_t now) noexcept {
  if (before == 0) {
    size_.store(now, detail::memory_order_seq_cst);  // SD3
  } else {
    // Release: a worker that sees an empty queue sees what the last taker did before it took the
    // item.
    size_.store(now, detail::memory_order_release);
  }
}

}  // namespace nuthatch::scheduling
