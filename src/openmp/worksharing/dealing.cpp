// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/dealing.hpp"

#include <algorithm>
#include <limits>

#include "openmp/threads/team.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// The piece of that number, of equal ones.
piece chunk_at(const loop_plan& plan, std::uint64_t number) noexcept {
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(number, plan.chunk, &first) || first >= plan.space.count) {
    return {};
  }
  return {first, plan.space.count - first > plan.chunk ? first + plan.chunk : plan.space.count};
}

std::uint64_t rounded_up(std::uint64_t iterations, std::uint64_t whole) noexcept {
  const std::uint64_t left = iterations % whole;
  return left == 0 || iterations > most - whole ? iterations : iterations + (whole - left);
}

/// The part of one member where all but the last have a multiple of `whole`.
piece whole_part(const loop_plan& plan, std::uint32_t number, std::uint32_t team_size) noexcept {
  const std::uint64_t count = plan.space.count;
  const std::uint64_t equal = count / team_size + (count % team_size != 0 ? 1 : 0);
  const std::uint64_t each = rounded_up(equal, plan.whole);
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(each, std::uint64_t{number}, &first) || first >= count) {
    return {};
  }
  return {first, first + std::min(each, count - first)};
}

piece own_part(const loop_plan& plan, std::uint32_t number, std::uint32_t team_size) noexcept {
  return plan.whole == 1 ? equal_part(plan.space.count, number, team_size)
                         : whole_part(plan, number, team_size);
}

piece take_static(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  const std::uint64_t trip = self.static_trip++;
  if (from.plan.chunk == 0) {
    self.ordered_chunk = self.thread_num;
    return trip == 0 ? own_part(from.plan, self.thread_num, team_size) : piece{};
  }
  const std::uint64_t number = trip * team_size + self.thread_num;
  self.ordered_chunk = static_cast<std::uint32_t>(number);
  return chunk_at(from.plan, number);
}

std::uint64_t guided_length(const loop_plan& plan, std::uint64_t dealt, std::uint32_t team_size) {
  const std::uint64_t left = plan.space.count - dealt;
  const std::uint64_t equal = left / team_size + (left % team_size != 0 ? 1 : 0);
  const std::uint64_t length = std::max({equal, plan.chunk, std::uint64_t{1}});
  return std::min(left, plan.whole == 1 ? length : rounded_up(length, plan.whole));
}

/// What comes next, of a given length.
template <class Length>
piece take_next(work_share& from, Length length) noexcept {
  const std::uint64_t count = from.plan.space.count;
  std::uint64_t dealt = from.dealt.load(detail::memory_order_relaxed);
  while (dealt < count) {
    const std::uint64_t end = dealt + length(dealt);
    if (from.dealt.compare_exchange_weak(
            dealt, end, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
      return {dealt, end};
    }
  }
  return {};
}

piece take_dynamic(work_share& from, std::uint32_t team_size) noexcept {
  const std::uint64_t count = from.plan.space.count;
  const std::uint64_t chunk = std::max<std::uint64_t>(from.plan.chunk, 1);
  // One addition will do where the count cannot overflow when all have come in vain.
  std::uint64_t beyond = 0;
  if (__builtin_mul_overflow(chunk, std::uint64_t{team_size} + 1, &beyond) || beyond > most - count)
      [[unlikely]] {
    return take_next(from, [&](std::uint64_t dealt) { return std::min(chunk, count - dealt); });
  }
  if (from.dealt.load(detail::memory_order_relaxed) >= count) {
    return {};
  }
  const std::uint64_t first = from.dealt.fetch_add(chunk, detail::memory_order_relaxed);
  return first < count ? piece{first, std::min(first + chunk, count)} : piece{};
}

piece take_guided(work_share& from, std::uint32_t team_size) noexcept {
  return take_next(from,
                   [&](std::uint64_t dealt) { return guided_length(from.plan, dealt, team_size); });
}

piece take_as_planned(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  switch (from.plan.kind) {
    case schedule_kind::static_:
    case schedule_kind::automatic:
      return take_static(from, self, team_size);
    case schedule_kind::dynamic:
      return take_dynamic(from, team_size);
    case schedule_kind::guided:
      return take_guided(from, team_size);
  }
  return {};
}

bool dealt_by_members(const work_share& from) noexcept {
  return from.plan.kind == schedule_kind::static_ || from.plan.kind == schedule_kind::automatic;
}

}  // namespace

piece equal_part(std::uint64_t count, std::uint32_t number, std::uint32_t team_size) noexcept {
  const std::uint64_t each = count / team_size;
  const std::uint64_t longer = count % team_size;  // so many have one iteration more
  const std::uint64_t first = each * number + std::min<std::uint64_t>(number, longer);
  return {first, first + each + (number < longer ? 1 : 0)};
}

piece take_piece(work_share& from, team_member& self, std::uint32_t team_size) noexcept {
  if (!from.plan.ordered) [[likely]] {
    return take_as_planned(from, self, team_size);
  }
  piece found;
  if (dealt_by_members(from)) {
    found = take_as_planned(from, self, team_size);
  } else {
    from.lock.lock();  // numbers go in the order of the pieces
    found = take_as_planned(from, self, team_size);
    self.ordered_chunk = from.pieces++;
    from.lock.unlock();
  }
  self.has_ordered_chunk = found.first != found.end;
  return found;
}

void await_turn(team_member& self) noexcept {
  if (self.has_ordered_chunk) {
    self.work_share->turns.await(self.ordered_chunk, self.team->size());
  }
}

void pass_turn(team_member& self) noexcept {
  if (self.has_ordered_chunk) {
    await_turn(self);
    self.has_ordered_chunk = false;
    self.work_share->turns.pass_to(self.ordered_chunk + 1);
  }
}

}  // namespace nuthatch::openmp
