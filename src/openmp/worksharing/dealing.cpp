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
piece whole_part(const loop_plan& plan, std::uint32_t number, std::uint32_t members) noexcept {
  const std::uint64_t count = plan.space.count;
  const std::uint64_t equal = count / members + (count % members != 0 ? 1 : 0);
  const std::uint64_t each = rounded_up(equal, plan.whole);
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(each, std::uint64_t{number}, &first) || first >= count) {
    return {};
  }
  return {first, first + std::min(each, count - first)};
}

piece own_part(const loop_plan& plan, std::uint32_t number, std::uint32_t members) noexcept {
  return plan.whole == 1 ? equal_part(plan.space.count, number, members)
                         : whole_part(plan, number, members);
}

piece take_static(work_share& from, member& self, std::uint32_t members) noexcept {
  const std::uint64_t trip = self.trips++;
  if (from.plan.chunk == 0) {
    self.turn = self.number;
    return trip == 0 ? own_part(from.plan, self.number, members) : piece{};
  }
  const std::uint64_t number = trip * members + self.number;
  self.turn = static_cast<std::uint32_t>(number);
  return chunk_at(from.plan, number);
}

std::uint64_t guided_length(const loop_plan& plan, std::uint64_t dealt, std::uint32_t members) {
  const std::uint64_t left = plan.space.count - dealt;
  const std::uint64_t equal = left / members + (left % members != 0 ? 1 : 0);
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

piece take_dynamic(work_share& from, std::uint32_t members) noexcept {
  const std::uint64_t count = from.plan.space.count;
  const std::uint64_t chunk = std::max<std::uint64_t>(from.plan.chunk, 1);
  // One addition will do where the count cannot overflow when all have come in vain.
  std::uint64_t beyond = 0;
  if (__builtin_mul_overflow(chunk, std::uint64_t{members} + 1, &beyond) || beyond > most - count)
      [[unlikely]] {
    return take_next(from, [&](std::uint64_t dealt) { return std::min(chunk, count - dealt); });
  }
  if (from.dealt.load(detail::memory_order_relaxed) >= count) {
    return {};
  }
  const std::uint64_t first = from.dealt.fetch_add(chunk, detail::memory_order_relaxed);
  return first < count ? piece{first, std::min(first + chunk, count)} : piece{};
}

piece take_guided(work_share& from, std::uint32_t members) noexcept {
  return take_next(from,
                   [&](std::uint64_t dealt) { return guided_length(from.plan, dealt, members); });
}

piece take_as_planned(work_share& from, member& self, std::uint32_t members) noexcept {
  switch (from.plan.kind) {
    case schedule_kind::static_:
    case schedule_kind::automatic:
      return take_static(from, self, members);
    case schedule_kind::dynamic:
      return take_dynamic(from, members);
    case schedule_kind::guided:
      return take_guided(from, members);
  }
  return {};
}

bool dealt_by_members(const work_share& from) noexcept {
  return from.plan.kind == schedule_kind::static_ || from.plan.kind == schedule_kind::automatic;
}

}  // namespace

piece equal_part(std::uint64_t count, std::uint32_t number, std::uint32_t members) noexcept {
  const std::uint64_t each = count / members;
  const std::uint64_t longer = count % members;  // so many have one iteration more
  const std::uint64_t first = each * number + std::min<std::uint64_t>(number, longer);
  return {first, first + each + (number < longer ? 1 : 0)};
}

piece take_piece(work_share& from, member& self, std::uint32_t members) noexcept {
  if (!from.plan.ordered) [[likely]] {
    return take_as_planned(from, self, members);
  }
  piece found;
  if (dealt_by_members(from)) {
    found = take_as_planned(from, self, members);
  } else {
    from.lock.lock();  // numbers go in the order of the pieces
    found = take_as_planned(from, self, members);
    self.turn = from.pieces++;
    from.lock.unlock();
  }
  self.has_turn = found.first != found.end;
  return found;
}

void await_turn(member& self) noexcept {
  if (self.has_turn) {
    self.share->turns.await(self.turn, self.of->size());
  }
}

void pass_turn(member& self) noexcept {
  if (self.has_turn) {
    await_turn(self);
    self.has_turn = false;
    self.share->turns.pass_to(self.turn + 1);
  }
}

}  // namespace nuthatch::openmp
