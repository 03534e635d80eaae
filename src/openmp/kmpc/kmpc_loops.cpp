// Loops and sections, as Clang calls them. A range is given by its first and last values.

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "openmp/kmpc/kmpc.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/worksharing/dealing.hpp"
#include "openmp/worksharing/loop.hpp"

namespace {

using nuthatch::openmp::iteration_space;
using nuthatch::openmp::loop_plan;
using nuthatch::openmp::piece;
using nuthatch::openmp::schedule_kind;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

// Schedules by number. Ordered ones are 32 above the others, those that are not to be merged 128.
constexpr std::int32_t modifiers = 7 << 28;
constexpr std::int32_t static_chunked = 33;
constexpr std::int32_t dynamic = 35;
constexpr std::int32_t guided = 36;
constexpr std::int32_t by_task = 37;
constexpr std::int32_t static_balanced_chunked = 45;
constexpr std::int32_t ordered_lower = 64;
constexpr std::int32_t ordered_upper = 72;
constexpr std::int32_t apart = 128;  // from 160 on
constexpr std::int32_t apart_lower = 160;
constexpr std::int32_t distribute_chunked = 91;
constexpr std::int32_t distribute_plain = 92;

/// From the first to the last value.
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
loop_plan plan_of(std::int32_t schedule, Value first, Value last, Step step, Step chunk) noexcept {
  std::int32_t kind = schedule & ~modifiers;
  kind -= kind >= apart_lower ? apart : 0;
  loop_plan found{.space = space_of(first, last, step)};
  if (kind > ordered_lower && kind < ordered_upper) {
    found.ordered = true;
    kind -= ordered_lower - (static_chunked - 1);
  }
  found.chunk = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0;
  switch (kind) {
    case dynamic:
      found.kind = schedule_kind::dynamic;
      break;
    case guided:
      found.kind = schedule_kind::guided;
      break;
    case by_task:
      found.as_task_says = true;
      break;
    case static_chunked:
    case static_balanced_chunked:
      found.chunk = std::max<std::uint64_t>(found.chunk, 1);
      break;
    default:  // static without chunks, or as the runtime likes
      found.chunk = 0;
      break;
  }
  return found;
}

/// Where the member begins, of loops that it goes through by itself.
template <class Value, class Step>
void begin_static(std::int32_t schedule,
                  std::int32_t* is_last,
                  Value* first,
                  Value* last,
                  Step* stride,
                  Step step,
                  Step chunk,
                  std::uint32_t number,
                  std::uint32_t members) noexcept {
  const std::int32_t kind = schedule & ~modifiers;
  const bool chunked = kind == static_chunked || kind == static_balanced_chunked ||
                       kind == static_chunked + apart || kind == distribute_chunked;
  const iteration_space space = space_of(*first, *last, step);
  const auto value_at = [&space](std::uint64_t iteration) {
    return static_cast<Value>(space.begin_of(iteration));
  };
  const std::uint64_t count = space.count;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t next = count;  // to the member's next one
  bool has_last = false;
  if (chunked) {
    const std::uint64_t length = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 1;
    begin = length * number;
    end = begin + length;
    next = length * members;
    has_last = count != 0 && (count - 1) / length % members == number;
  } else {
    const piece own = nuthatch::openmp::equal_part(count, number, members);
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
void begin_dealt(std::int32_t schedule, Value first, Value last, Step step, Step chunk) {
  thread& self = this_thread();
  enter_loop(self, plan_of(schedule, first, last, step, chunk));
}

template <class Value, class Step>
std::int32_t next_dealt(std::int32_t* is_last, Value* first, Value* last, Step* stride) noexcept {
  thread& self = this_thread();
  const piece had = continue_loop(self);
  if (had.first == had.end) {
    leave_loop(self);
    return 0;
  }
  const iteration_space& space = self.now->share->plan.space;
  if (is_last != nullptr) {
    *is_last = had.end == space.count ? 1 : 0;
  }
  *first = static_cast<Value>(space.begin_of(had.first));
  *last = static_cast<Value>(space.begin_of(had.end - 1));
  if (stride != nullptr) {
    *stride = static_cast<Step>(space.step);
  }
  return 1;
}

}  // namespace

#define NUTHATCH_KMPC_LOOP(suffix, value, step)                                       \
  NUTHATCH_EXPORTED void __kmpc_for_static_init_##suffix(ident* /*where*/,            \
                                                         thread_id /*caller*/,        \
                                                         std::int32_t schedule,       \
                                                         std::int32_t* is_last,       \
                                                         value* first,                \
                                                         value* last,                 \
                                                         step* stride,                \
                                                         step by,                     \
                                                         step chunk) {                \
    const thread& self = this_thread();                                               \
    const std::int32_t kind = schedule & ~modifiers;                                  \
    const bool leagues = kind == distribute_chunked || kind == distribute_plain;      \
    begin_static(schedule,                                                            \
                 is_last,                                                             \
                 first,                                                               \
                 last,                                                                \
                 stride,                                                              \
                 by,                                                                  \
                 chunk,                                                               \
                 leagues ? 0 : self.now->number,                                      \
                 leagues ? 1 : self.now->of->size());                                 \
  }                                                                                   \
  NUTHATCH_EXPORTED void __kmpc_dispatch_init_##suffix(ident* /*where*/,              \
                                                       thread_id /*caller*/,          \
                                                       std::int32_t schedule,         \
                                                       value first,                   \
                                                       value last,                    \
                                                       step by,                       \
                                                       step chunk) {                  \
    begin_dealt(schedule, first, last, by, chunk);                                    \
  }                                                                                   \
  NUTHATCH_EXPORTED std::int32_t __kmpc_dispatch_next_##suffix(ident* /*where*/,      \
                                                               thread_id /*caller*/,  \
                                                               std::int32_t* is_last, \
                                                               value* first,          \
                                                               value* last,           \
                                                               step* stride) {        \
    return next_dealt(is_last, first, last, stride);                                  \
  }                                                                                   \
  NUTHATCH_EXPORTED void __kmpc_dispatch_fini_##suffix(ident* /*where*/, thread_id /*caller*/) {}

NUTHATCH_KMPC_LOOP(4, std::int32_t, std::int32_t)
NUTHATCH_KMPC_LOOP(4u, std::uint32_t, std::int32_t)
NUTHATCH_KMPC_LOOP(8, std::int64_t, std::int64_t)
NUTHATCH_KMPC_LOOP(8u, std::uint64_t, std::int64_t)

NUTHATCH_EXPORTED void __kmpc_for_static_fini(ident* /*where*/, thread_id /*caller*/) {}

NUTHATCH_EXPORTED void __kmpc_dispatch_deinit(ident* /*where*/, thread_id /*caller*/) {}

NUTHATCH_EXPORTED void __kmpc_ordered(ident* /*where*/, thread_id /*caller*/) {
  await_turn(*this_thread().now);
}

NUTHATCH_EXPORTED void __kmpc_end_ordered(ident* /*where*/, thread_id /*caller*/) {}
