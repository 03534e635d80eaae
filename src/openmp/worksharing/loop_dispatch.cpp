// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/loop_dispatch.hpp"

#include <algorithm>
#include <limits>

#include "openmp/model/team.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// The chunk with this number, if all chunks have one size.
chunk chunk_at(const loop_parameters& loop, std::uint64_t number) noexcept {
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(number, loop.chunk_size, &first) || first >= loop.space.count) {
    return {};
  }
  return {first,
          loop.space.count - first > loop.chunk_size ? first + loop.chunk_size : loop.space.count};
}

std::uint64_t rounded_up(std::uint64_t iterations, std::uint64_t whole) noexcept {
  const std::uint64_t left = iterations % whole;
  return left == 0 || iterations > most - whole ? iterations : iterations + (whole - left);
}

/// The chunk of one thread if all chunks except for the last are multiples of `whole`.
chunk whole_part(const loop_parameters& loop,
                 std::uint32_t number,
                 std::uint32_t team_size) noexcept {
  const std::uint64_t count = loop.space.count;
  const std::uint64_t equal = count / team_size + (count % team_size != 0 ? 1 : 0);
  const std::uint64_t each = rounded_up(equal, loop.whole);
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(each, std::uint64_t{number}, &first) || first >= count) {
    return {};
  }
  return {first, first + std::min(each, count - first)};
}

chunk own_part(const loop_parameters& loop,
               std::uint32_t number,
               std::uint32_t team_size) noexcept {
  return loop.whole == 1 ? static_chunk(loop.space.count, number, team_size)
                         : whole_part(loop, number, team_size);
}

chunk next_static_chunk(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  const std::uint64_t trip = self.static_trip++;
  if (from.loop.chunk_size == 0) {
    self.ordered_chunk = self.thread_num;
    return trip == 0 ? own_part(from.loop, self.thread_num, team_size) : chunk{};
  }
  const std::uint64_t number = trip * team_size + self.thread_num;
  self.ordered_chunk = static_cast<std::uint32_t>(number);
  return chunk_at(from.loop, number);
}

std::uint64_t guided_length(const loop_parameters& loop,
                            std::uint64_t assigned,
                            std::uint32_t team_size) {
  const std::uint64_t left = loop.space.count - assigned;
  const std::uint64_t equal = left / team_size + (left % team_size != 0 ? 1 : 0);
  const std::uint64_t length = std::max({equal, loop.chunk_size, std::uint64_t{1}});
  return std::min(left, loop.whole == 1 ? length : rounded_up(length, loop.whole));
}

/// Assigns the next chunk, of the given length.
template <class Length>
chunk next_of_length(work_share& from, Length length) noexcept {
  const std::uint64_t count = from.loop.space.count;
  std::uint64_t assigned = from.next_iteration.load(detail::memory_order_relaxed);
  while (assigned < count) {
    const std::uint64_t end = assigned + length(assigned);
    if (from.next_iteration.compare_exchange_weak(
            assigned, end, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
      return {assigned, end};
    }
  }
  return {};
}

chunk next_dynamic_chunk(work_share& from, std::uint32_t team_size) noexcept {
  const std::uint64_t count = from.loop.space.count;
  const std::uint64_t size = std::max<std::uint64_t>(from.loop.chunk_size, 1);
  // One addition suffices if the count cannot overflow after all threads have requested a chunk in
  // vain.
  std::uint64_t beyond = 0;
  if (__builtin_mul_overflow(size, std::uint64_t{team_size} + 1, &beyond) || beyond > most - count)
      [[unlikely]] {
    return next_of_length(from,
                          [&](std::uint64_t assigned) { return std::min(size, count - assigned); });
  }
  if (from.next_iteration.load(detail::memory_order_relaxed) >= count) {
    return {};
  }
  const std::uint64_t first = from.next_iteration.fetch_add(size, detail::memory_order_relaxed);
  return first < count ? chunk{first, std::min(first + size, count)} : chunk{};
}

chunk next_guided_chunk(work_share& from, std::uint32_t team_size) noexcept {
  return next_of_length(
      from, [&](std::uint64_t assigned) { return guided_length(from.loop, assigned, team_size); });
}

chunk next_scheduled_chunk(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  switch (from.loop.kind) {
    case schedule_kind::static_:
    case schedule_kind::automatic:
      return next_static_chunk(from, self, team_size);
    case schedule_kind::dynamic:
      return next_dynamic_chunk(from, team_size);
    case schedule_kind::guided:
      return next_guided_chunk(from, team_size);
  }
  return {};
}

bool is_assigned_statically(const work_share& from) noexcept {
  return from.loop.kind == schedule_kind::static_ || from.loop.kind == schedule_kind::automatic;
}

}  // namespace

chunk static_chunk(std::uint64_t count, std::uint32_t number, std::uint32_t team_size) noexcept {
  const std::uint64_t each = count / team_size;
  const std::uint64_t longer = count % team_size;  // number of chunks with one more iteration
  const std::uint64_t first = each * number + std::min<std::uint64_t>(number, longer);
  return {first, first + each + (number < longer ? 1 : 0)};
}

chunk next_chunk(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  if (!from.loop.ordered) [[likely]] {
    return next_scheduled_chunk(from, self, team_size);
  }
  chunk result;
  if (is_assigned_statically(from)) {
    result = next_scheduled_chunk(from, self, team_size);
  } else {
    from.lock.lock();  // numbers have to follow the order of the chunks
    result = next_scheduled_chunk(from, self, team_size);
    self.ordered_chunk = from.next_ordered_chunk++;
    from.lock.unlock();
  }
  self.has_ordered_chunk = result.first != result.end;
  return result;
}

void enter_ordered(team_member& self) noexcept {
  if (self.has_ordered_chunk) {
    self.work_share->ordered_gate.wait(self.ordered_chunk, self.team->size());
  }
}

void leave_ordered(team_member& self) noexcept {
  if (self.has_ordered_chunk) {
    enter_ordered(self);
    self.has_ordered_chunk = false;
    self.work_share->ordered_gate.open_for(self.ordered_chunk + 1);
  }
}

}  // namespace nuthatch::openmp
