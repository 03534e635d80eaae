// SPDX-License-Identifier: Apache-2.0

// Parallel regions, as GCC calls them: combined with a loop or sections, and in the two halves of
// GCC before 4.9, between which compiled code calls the body itself.

#include "openmp/abi/exported.hpp"
#include "openmp/regions/region.hpp"
#include "openmp/worksharing/sections.hpp"

namespace {

using nuthatch::openmp::begin_region;
using nuthatch::openmp::end_region;
using nuthatch::openmp::iteration_space;
using nuthatch::openmp::loop_parameters;
using nuthatch::openmp::request_of;
using nuthatch::openmp::run_region;
using nuthatch::openmp::schedule_kind;

using function = void (*)(void*);

loop_parameters loop_parameters_of(
    long start, long stop, long step, schedule_kind kind, long chunk) noexcept {
  return {.space = iteration_space::of(start, stop, step),
          .kind = kind,
          .chunk_size = static_cast<std::uint64_t>(chunk)};
}

loop_parameters runtime_parameters_of(long start, long stop, long step) noexcept {
  return {.space = iteration_space::of(start, stop, step), .is_runtime_schedule = true};
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_parallel(function body, void* data, unsigned threads, unsigned flags) {
  run_region({body, data}, request_of(threads, flags));
}

NUTHATCH_EXPORTED void GOMP_parallel_start(function body, void* data, unsigned threads) {
  begin_region({body, data}, request_of(threads, 0));
}

NUTHATCH_EXPORTED void GOMP_parallel_end() {
  end_region();
}

#define NUTHATCH_PARALLEL_LOOP(name, kind)                                           \
  NUTHATCH_EXPORTED void GOMP_parallel_loop_##name(function body,                    \
                                                   void* data,                       \
                                                   unsigned count,                   \
                                                   long start,                       \
                                                   long stop,                        \
                                                   long step,                        \
                                                   long chunk,                       \
                                                   unsigned flags) {                 \
    const loop_parameters loop = loop_parameters_of(start, stop, step, kind, chunk); \
    run_region({body, data}, request_of(count, flags), &loop);                       \
  }

#define NUTHATCH_PARALLEL_RUNTIME_LOOP(name)                               \
  NUTHATCH_EXPORTED void GOMP_parallel_loop_##name(function body,          \
                                                   void* data,             \
                                                   unsigned count,         \
                                                   long start,             \
                                                   long stop,              \
                                                   long step,              \
                                                   unsigned flags) {       \
    const loop_parameters loop = runtime_parameters_of(start, stop, step); \
    run_region({body, data}, request_of(count, flags), &loop);             \
  }

#define NUTHATCH_PARALLEL_LOOP_START(name, kind)                                                 \
  NUTHATCH_EXPORTED void GOMP_parallel_loop_##name##_start(                                      \
      function body, void* data, unsigned count, long start, long stop, long step, long chunk) { \
    const loop_parameters loop = loop_parameters_of(start, stop, step, kind, chunk);             \
    begin_region({body, data}, request_of(count, 0), &loop);                                     \
  }

NUTHATCH_PARALLEL_LOOP(static, schedule_kind::static_)
NUTHATCH_PARALLEL_LOOP(dynamic, schedule_kind::dynamic)
NUTHATCH_PARALLEL_LOOP(guided, schedule_kind::guided)
NUTHATCH_PARALLEL_LOOP(nonmonotonic_dynamic, schedule_kind::dynamic)
NUTHATCH_PARALLEL_LOOP(nonmonotonic_guided, schedule_kind::guided)
NUTHATCH_PARALLEL_RUNTIME_LOOP(runtime)
NUTHATCH_PARALLEL_RUNTIME_LOOP(nonmonotonic_runtime)
NUTHATCH_PARALLEL_RUNTIME_LOOP(maybe_nonmonotonic_runtime)
NUTHATCH_PARALLEL_LOOP_START(static, schedule_kind::static_)
NUTHATCH_PARALLEL_LOOP_START(dynamic, schedule_kind::dynamic)
NUTHATCH_PARALLEL_LOOP_START(guided, schedule_kind::guided)

NUTHATCH_EXPORTED void GOMP_parallel_loop_runtime_start(
    function body, void* data, unsigned count, long start, long stop, long step) {
  const loop_parameters loop = runtime_parameters_of(start, stop, step);
  begin_region({body, data}, request_of(count, 0), &loop);
}

NUTHATCH_EXPORTED void GOMP_parallel_sections(
    function body, void* data, unsigned threads, unsigned count, unsigned flags) {
  const loop_parameters loop = nuthatch::openmp::sections_parameters(count);
  run_region({body, data}, request_of(threads, flags), &loop);
}

NUTHATCH_EXPORTED void GOMP_parallel_sections_start(function body,
                                                    void* data,
                                                    unsigned threads,
                                                    unsigned count) {
  const loop_parameters loop = nuthatch::openmp::sections_parameters(count);
  begin_region({body, data}, request_of(threads, 0), &loop);
}
