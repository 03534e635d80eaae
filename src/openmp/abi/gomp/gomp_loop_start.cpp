// SPDX-License-Identifier: Apache-2.0

// Worksharing constructs that have task reductions, or whose threads share memory for conditional
// lastprivate and for scans, as GCC calls them.
//
// If `begin` is null, compiled code assigns the iterations itself, and the threads only share the
// construct's memory and reductions.

#include "openmp/abi/exported.hpp"
#include "openmp/abi/gomp/loop_values.hpp"
#include "openmp/abi/gomp/work_share_start.hpp"
#include "openmp/regions/region.hpp"
#include "openmp/worksharing/sections.hpp"

namespace {

using nuthatch::openmp::iteration_space;
using nuthatch::openmp::loop_parameters;
using nuthatch::openmp::loop_parameters_of;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::unsigned_long;

template <class Value>
bool start(const loop_parameters& loop,
           Value* begin,
           Value* end,
           std::uintptr_t* reductions,
           void** memory) {
  thread& self = this_thread();
  start_work_share(self, loop, reductions, memory);
  if (begin == nullptr) {
    return true;
  }
  return give_values(self,
                     next_chunk(*self.member->work_share, *self.member, self.member->team->size()),
                     begin,
                     end);
}

}  // namespace

#define NUTHATCH_LOOP_START(name, ordered)                                                        \
  NUTHATCH_EXPORTED bool GOMP_loop_##name(long first,                                             \
                                          long stop,                                              \
                                          long step,                                              \
                                          long schedule,                                          \
                                          long chunk,                                             \
                                          long* begin,                                            \
                                          long* end,                                              \
                                          std::uintptr_t* reductions,                             \
                                          void** memory) {                                        \
    return start(loop_parameters_of(iteration_space::of(first, stop, step),                       \
                                    schedule,                                                     \
                                    static_cast<std::uint64_t>(chunk),                            \
                                    ordered),                                                     \
                 begin,                                                                           \
                 end,                                                                             \
                 reductions,                                                                      \
                 memory);                                                                         \
  }                                                                                               \
  NUTHATCH_EXPORTED bool GOMP_loop_ull_##name(bool up,                                            \
                                              unsigned_long first,                                \
                                              unsigned_long stop,                                 \
                                              unsigned_long step,                                 \
                                              long schedule,                                      \
                                              unsigned_long chunk,                                \
                                              unsigned_long* begin,                               \
                                              unsigned_long* end,                                 \
                                              std::uintptr_t* reductions,                         \
                                              void** memory) {                                    \
    return start(                                                                                 \
        loop_parameters_of(iteration_space::of(up, first, stop, step), schedule, chunk, ordered), \
        begin,                                                                                    \
        end,                                                                                      \
        reductions,                                                                               \
        memory);                                                                                  \
  }

NUTHATCH_LOOP_START(start, false)
NUTHATCH_LOOP_START(ordered_start, true)

NUTHATCH_EXPORTED unsigned GOMP_sections2_start(unsigned count,
                                                std::uintptr_t* reductions,
                                                void** memory) {
  thread& self = this_thread();
  start_work_share(self, nuthatch::openmp::sections_parameters(count), reductions, memory);
  return nuthatch::openmp::section_of(
      next_chunk(*self.member->work_share, *self.member, self.member->team->size()));
}

NUTHATCH_EXPORTED void GOMP_scope_start(std::uintptr_t* reductions) {
  start_work_share(this_thread(), {}, reductions, nullptr);
}

/// Returns the team size of the region. The first word of the data is the address of the
/// reductions.
NUTHATCH_EXPORTED unsigned GOMP_parallel_reductions(void (*body)(void*),
                                                    void* data,
                                                    unsigned threads,
                                                    unsigned flags) {
  return nuthatch::openmp::run_region({body, data},
                                      nuthatch::openmp::request_of(threads, flags),
                                      nullptr,
                                      *static_cast<std::uintptr_t**>(data));
}
