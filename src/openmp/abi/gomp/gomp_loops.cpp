// SPDX-License-Identifier: Apache-2.0

// Loops whose iterations the runtime assigns, as GCC calls them: a function for the first chunk,
// and one for the next chunk until none is left. Each function exists for values of type long and,
// with `ull` in its name, for unsigned long long; the latter also takes the direction.

#include "openmp/abi/exported.hpp"
#include "openmp/abi/gomp/loop_values.hpp"
#include "openmp/worksharing/loop_dispatch.hpp"

namespace {

using nuthatch::openmp::iteration_space;
using nuthatch::openmp::loop_parameters;
using nuthatch::openmp::schedule_kind;
using nuthatch::openmp::unsigned_long;

loop_parameters loop_parameters_of(const iteration_space& space,
                                   schedule_kind kind,
                                   std::uint64_t chunk,
                                   bool ordered) noexcept {
  return {.space = space, .kind = kind, .chunk_size = chunk, .ordered = ordered};
}

loop_parameters runtime_parameters_of(const iteration_space& space, bool ordered) noexcept {
  return {.space = space, .ordered = ordered, .is_runtime_schedule = true};
}

}  // namespace

#define NUTHATCH_NEXT(name)                                                                      \
  NUTHATCH_EXPORTED bool GOMP_loop_##name##_next(long* begin, long* end) {                       \
    return nuthatch::openmp::next_loop_values(begin, end);                                       \
  }                                                                                              \
  NUTHATCH_EXPORTED bool GOMP_loop_ull_##name##_next(unsigned_long* begin, unsigned_long* end) { \
    return nuthatch::openmp::next_loop_values(begin, end);                                       \
  }

#define NUTHATCH_LOOP(name, kind, ordered)                                                    \
  NUTHATCH_EXPORTED bool GOMP_loop_##name##_start(                                            \
      long start, long stop, long step, long chunk, long* begin, long* end) {                 \
    return nuthatch::openmp::begin_loop_values(                                               \
        loop_parameters_of(iteration_space::of(start, stop, step),                            \
                           schedule_kind::kind,                                               \
                           static_cast<std::uint64_t>(chunk),                                 \
                           ordered),                                                          \
        begin,                                                                                \
        end);                                                                                 \
  }                                                                                           \
  NUTHATCH_EXPORTED bool GOMP_loop_ull_##name##_start(bool up,                                \
                                                      unsigned_long start,                    \
                                                      unsigned_long stop,                     \
                                                      unsigned_long step,                     \
                                                      unsigned_long chunk,                    \
                                                      unsigned_long* begin,                   \
                                                      unsigned_long* end) {                   \
    return nuthatch::openmp::begin_loop_values(                                               \
        loop_parameters_of(                                                                   \
            iteration_space::of(up, start, stop, step), schedule_kind::kind, chunk, ordered), \
        begin,                                                                                \
        end);                                                                                 \
  }                                                                                           \
  NUTHATCH_NEXT(name)

#define NUTHATCH_RUNTIME_LOOP(name, ordered)                                                     \
  NUTHATCH_EXPORTED bool GOMP_loop_##name##_start(                                               \
      long start, long stop, long step, long* begin, long* end) {                                \
    return nuthatch::openmp::begin_loop_values(                                                  \
        runtime_parameters_of(iteration_space::of(start, stop, step), ordered), begin, end);     \
  }                                                                                              \
  NUTHATCH_EXPORTED bool GOMP_loop_ull_##name##_start(bool up,                                   \
                                                      unsigned_long start,                       \
                                                      unsigned_long stop,                        \
                                                      unsigned_long step,                        \
                                                      unsigned_long* begin,                      \
                                                      unsigned_long* end) {                      \
    return nuthatch::openmp::begin_loop_values(                                                  \
        runtime_parameters_of(iteration_space::of(up, start, stop, step), ordered), begin, end); \
  }                                                                                              \
  NUTHATCH_NEXT(name)

NUTHATCH_LOOP(static, static_, false)
NUTHATCH_LOOP(dynamic, dynamic, false)
NUTHATCH_LOOP(guided, guided, false)
NUTHATCH_LOOP(nonmonotonic_dynamic, dynamic, false)
NUTHATCH_LOOP(nonmonotonic_guided, guided, false)
NUTHATCH_LOOP(ordered_static, static_, true)
NUTHATCH_LOOP(ordered_dynamic, dynamic, true)
NUTHATCH_LOOP(ordered_guided, guided, true)
NUTHATCH_RUNTIME_LOOP(runtime, false)
NUTHATCH_RUNTIME_LOOP(nonmonotonic_runtime, false)
NUTHATCH_RUNTIME_LOOP(maybe_nonmonotonic_runtime, false)
NUTHATCH_RUNTIME_LOOP(ordered_runtime, true)

NUTHATCH_EXPORTED void GOMP_loop_end() {
  nuthatch::openmp::end_loop(nuthatch::openmp::this_thread());
}

NUTHATCH_EXPORTED bool GOMP_loop_end_cancel() {
  return nuthatch::openmp::end_loop(nuthatch::openmp::this_thread());
}

NUTHATCH_EXPORTED void GOMP_loop_end_nowait() {
  nuthatch::openmp::end_loop_nowait(nuthatch::openmp::this_thread());
}

NUTHATCH_EXPORTED void GOMP_ordered_start() {
  nuthatch::openmp::enter_ordered(*nuthatch::openmp::this_thread().member);
}

NUTHATCH_EXPORTED void GOMP_ordered_end() {}
