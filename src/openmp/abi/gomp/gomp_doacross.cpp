// SPDX-License-Identifier: Apache-2.0

// Doacross loops, as GCC calls them. Iterations are counted from 0 in each loop of the nest. The
// functions for unsigned long long have `ull` in their names.

#include <algorithm>
#include <array>
#include <cstdarg>
#include <memory>
#include <span>

#include "openmp/abi/exported.hpp"
#include "openmp/abi/gomp/loop_values.hpp"
#include "openmp/abi/gomp/work_share_start.hpp"
#include "openmp/synchronization/doacross.hpp"

namespace {

using nuthatch::openmp::doacross;
using nuthatch::openmp::give_values;
using nuthatch::openmp::loop_parameters;
using nuthatch::openmp::schedule_kind;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::unsigned_long;
using nuthatch::openmp::work_share;

// No memory is allocated for an iteration up to this depth.
constexpr std::size_t usual_depth = 8;

/// Makes all chunks equal, so that the chunk of an iteration can be computed.
void plan_chunks(const thread& self, loop_parameters& loop) noexcept {
  const std::uint64_t team_size = self.member->team->size();
  const std::uint64_t count = loop.space.count;
  if (loop.kind == schedule_kind::guided) {
    loop.kind = schedule_kind::dynamic;
  }
  if (loop.chunk_size == 0) {
    loop.chunk_size =
        loop.kind == schedule_kind::dynamic ? 1 : count / team_size + (count % team_size != 0);
  }
  loop.chunk_size = std::max<std::uint64_t>(loop.chunk_size, 1);
}

template <class Value>
bool start(unsigned depth,
           const Value* counts,
           loop_parameters loop,
           Value* begin,
           Value* end,
           std::uintptr_t* reductions = nullptr,
           void** memory = nullptr) {
  static_assert(sizeof(Value) == sizeof(std::uint64_t));
  thread& self = this_thread();
  const auto count = static_cast<std::uint64_t>(counts[0]);
  loop.space = {.end = count, .count = count};
  start_work_share(self, loop, reductions, memory, [&](work_share& work_share) {
    plan_chunks(self, work_share.loop);
    work_share.doacross =
        std::make_unique<doacross>(std::span(reinterpret_cast<const std::uint64_t*>(counts), depth),
                                   work_share.loop.chunk_size);
  });
  if (begin == nullptr) {
    return true;
  }
  return give_values(self,
                     next_chunk(*self.member->work_share, *self.member, self.member->team->size()),
                     begin,
                     end);
}

loop_parameters loop_parameters_of(schedule_kind kind, std::uint64_t chunk) noexcept {
  return {.space = {}, .kind = kind, .chunk_size = chunk};
}

loop_parameters runtime_parameters() noexcept {
  return {.space = {}, .is_runtime_schedule = true};
}

template <class Value>
void post(const Value* iteration) noexcept {
  doacross& order = *this_thread().member->work_share->doacross;
  order.post({reinterpret_cast<const std::uint64_t*>(iteration), order.depth()});
}

template <class Value>
void await(Value first, va_list others) noexcept {
  const thread& self = this_thread();
  const doacross& order = *self.member->work_share->doacross;
  std::array<std::uint64_t, usual_depth> few{};
  std::unique_ptr<std::uint64_t[]> many;
  std::uint64_t* iteration = few.data();
  if (order.depth() > usual_depth) {
    many = std::make_unique<std::uint64_t[]>(order.depth());
    iteration = many.get();
  }
  iteration[0] = static_cast<std::uint64_t>(first);
  for (std::size_t i = 1; i < order.depth(); ++i) {
    iteration[i] = static_cast<std::uint64_t>(va_arg(others, Value));
  }
  order.wait({iteration, order.depth()}, self.member->team->size());
}

}  // namespace

#define NUTHATCH_DOACROSS_OF(prefix, value, name, kind)                                      \
  NUTHATCH_EXPORTED bool GOMP_##prefix##_doacross_##name##_start(                            \
      unsigned depth, value* counts, value chunk, value* begin, value* end) {                \
    return start(depth,                                                                      \
                 counts,                                                                     \
                 loop_parameters_of(schedule_kind::kind, static_cast<std::uint64_t>(chunk)), \
                 begin,                                                                      \
                 end);                                                                       \
  }

#define NUTHATCH_DOACROSS(prefix, value)                                            \
  NUTHATCH_DOACROSS_OF(prefix, value, static, static_)                              \
  NUTHATCH_DOACROSS_OF(prefix, value, dynamic, dynamic)                             \
  NUTHATCH_DOACROSS_OF(prefix, value, guided, guided)                               \
  NUTHATCH_EXPORTED bool GOMP_##prefix##_doacross_runtime_start(                    \
      unsigned depth, value* counts, value* begin, value* end) {                    \
    return start(depth, counts, runtime_parameters(), begin, end);                  \
  }                                                                                 \
  NUTHATCH_EXPORTED bool GOMP_##prefix##_doacross_start(unsigned depth,             \
                                                        value* counts,              \
                                                        long schedule,              \
                                                        value chunk,                \
                                                        value* begin,               \
                                                        value* end,                 \
                                                        std::uintptr_t* reductions, \
                                                        void** memory) {            \
    return start(depth,                                                             \
                 counts,                                                            \
                 nuthatch::openmp::loop_parameters_of(                              \
                     {}, schedule, static_cast<std::uint64_t>(chunk), false),       \
                 begin,                                                             \
                 end,                                                               \
                 reductions,                                                        \
                 memory);                                                           \
  }

NUTHATCH_DOACROSS(loop, long)
NUTHATCH_DOACROSS(loop_ull, unsigned_long)

NUTHATCH_EXPORTED void GOMP_doacross_post(long* iteration) {
  post(iteration);
}

NUTHATCH_EXPORTED void GOMP_doacross_ull_post(unsigned_long* iteration) {
  post(iteration);
}

NUTHATCH_EXPORTED void GOMP_doacross_wait(long first, ...) {
  va_list others;
  va_start(others, first);
  await(first, others);
  va_end(others);
}

NUTHATCH_EXPORTED void GOMP_doacross_ull_wait(unsigned_long first, ...) {
  va_list others;
  va_start(others, first);
  await(first, others);
  va_end(others);
}
