// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/worksharing/loop.hpp"
#include "openmp/worksharing/loop_dispatch.hpp"

// Loops in the form that Clang passes: by first and last values, and by numbers of schedules.

namespace nuthatch::openmp::kmpc {

// The numbers of schedules. Those of ordered loops are 32 higher, those with the modifier nomerge
// 128.
inline constexpr std::int32_t modifiers = 7 << 28;
inline constexpr std::int32_t static_chunked = 33;
inline constexpr std::int32_t dynamic = 35;
inline constexpr std::int32_t guided = 36;
inline constexpr std::int32_t schedule_runtime = 37;
inline constexpr std::int32_t static_balanced_chunked = 45;
inline constexpr std::int32_t guided_simd = 46;  // the chunk size is a multiple of the SIMD length
inline constexpr std::int32_t schedule_runtime_simd = 47;  // the chunk size is the SIMD length
inline constexpr std::int32_t ordered_lower = 64;
inline constexpr std::int32_t ordered_upper = 72;
inline constexpr std::int32_t nomerge = 128;  // from 160 on
inline constexpr std::int32_t nomerge_lower = 160;
inline constexpr std::int32_t distribute_chunked = 91;
inline constexpr std::int32_t distribute_plain = 92;

/// Whether the schedule assigns iterations to the teams of a league, not to the threads of a team.
[[nodiscard]] constexpr bool is_distributed(std::int32_t schedule) noexcept {
  const std::int32_t kind = schedule & ~modifiers;
  return kind == distribute_chunked || kind == distribute_plain;
}

/// The iterations from the first to the last value.
template <class Value, class Step>
iteration_space space_of(Value first, Value last, Step step) noexcept {
  using wide = std::conditional_t<std::is_signed_v<Value>, std::int64_t, std::uint64_t>;
  const auto from = static_cast<std::uint64_t>(static_cast<wide>(first));
  const auto to = static_cast<std::uint64_t>(static_cast<wide>(last));
  const auto by = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
  const bool up = step > 0;
  if (up ? last < first : first < last) {
    return {.start = from, .end = from, .step = by, .count = 0};
  }
  const std::uint64_t count = (up ? (to - from) / by : (from - to) / (0 - by)) + 1;
  return {.start = from, .end = from + count * by, .step = by, .count = count};
}

template <class Value, class Step>
loop_parameters loop_parameters_of(
    std::int32_t schedule, Value first, Value last, Step step, Step chunk_size) noexcept {
  std::int32_t kind = schedule & ~modifiers;
  kind -= kind >= nomerge_lower ? nomerge : 0;
  loop_parameters loop{.space = space_of(first, last, step)};
  if (kind > ordered_lower && kind < ordered_upper) {
    loop.ordered = true;
    kind -= ordered_lower - (static_chunked - 1);
  }
  loop.chunk_size = chunk_size > 0 ? static_cast<std::uint64_t>(chunk_size) : 0;
  switch (kind) {
    case dynamic:
      loop.kind = schedule_kind::dynamic;
      break;
    case guided:
      loop.kind = schedule_kind::guided;
      break;
    case guided_simd:
      loop.kind = schedule_kind::guided;
      loop.whole = std::max<std::uint64_t>(loop.chunk_size, 1);
      break;
    case schedule_runtime_simd:
      loop.whole = std::max<std::uint64_t>(loop.chunk_size, 1);
      [[fallthrough]];
    case schedule_runtime:
      loop.is_runtime_schedule = true;
      break;
    case static_chunked:
    case static_balanced_chunked:
      loop.chunk_size = std::max<std::uint64_t>(loop.chunk_size, 1);
      break;
    default:  // static without a chunk size, or auto
      loop.chunk_size = 0;
      break;
  }
  return loop;
}

/// A thread of a team, or a team of a league, that shares a loop with the others.
struct participant {
  std::uint32_t number;
  std::uint32_t count;
};

[[nodiscard]] inline participant member_of_team(const thread& self) noexcept {
  return {self.member->thread_num, self.member->team->size()};
}

[[nodiscard]] inline participant team_of_league(const thread& self) noexcept {
  const team_in_league& here = self.current_task->icvs->league;
  return {static_cast<std::uint32_t>(here.team_num), static_cast<std::uint32_t>(here.num_teams)};
}

/// Computes the first chunk of a participant, and the stride to its next chunks.
template <class Value, class Step>
void for_static_init(std::int32_t schedule,
                     std::int32_t* is_last,
                     Value* first,
                     Value* last,
                     Step* stride,
                     Step step,
                     Step chunk_size,
                     const participant& who) noexcept {
  const std::int32_t kind = schedule & ~modifiers;
  const bool chunked = kind == static_chunked || kind == static_balanced_chunked ||
                       kind == static_chunked + nomerge || kind == distribute_chunked;
  const iteration_space space = space_of(*first, *last, step);
  const auto value_at = [&space](std::uint64_t iteration) {
    return static_cast<Value>(space.begin_of(iteration));
  };
  const std::uint64_t count = space.count;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t next = count;  // the stride
  bool has_last = false;
  if (chunked) {
    // Only one value computed here is beyond the loop, that of iteration `count`. Higher values
    // could wrap around and belong to another participant.
    const std::uint64_t length =
        std::clamp<std::uint64_t>(chunk_size > 0 ? static_cast<std::uint64_t>(chunk_size) : 1,
                                  1,
                                  std::max<std::uint64_t>(count, 1));
    const bool some = (count + length - 1) / length > who.number;
    begin = some ? length * who.number : count;
    end = some ? std::min(begin + length, count) : count;
    next = some ? std::min(length * who.count, count - begin) : 0;
    has_last = count != 0 && (count - 1) / length % who.count == who.number;
  } else {
    const chunk own = static_chunk(count, who.number, who.count);
    begin = own.first;
    end = own.end;
    has_last = end == count && begin < end;
  }
  if (is_last != nullptr) {
    *is_last = has_last ? 1 : 0;
  }
  *first = value_at(begin);
  *last = static_cast<Value>(value_at(end) - static_cast<Value>(step));
  *stride = static_cast<Step>(space.step * next);
}

template <class Value, class Step>
void dispatch_init(std::int32_t schedule, Value first, Value last, Step step, Step chunk_size) {
  enter_loop(this_thread(), loop_parameters_of(schedule, first, last, step, chunk_size));
}

}  // namespace nuthatch::openmp::kmpc
