// SPDX-License-Identifier: Apache-2.0

// Loops and sections, as Clang calls them. A range is passed by its first and last values.

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/abi/kmpc/loop_range.hpp"

namespace {

using nuthatch::openmp::chunk;
using nuthatch::openmp::iteration_space;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

template <class Value, class Step>
std::int32_t dispatch_next(std::int32_t* is_last,
                           Value* first,
                           Value* last,
                           Step* stride) noexcept {
  thread& self = this_thread();
  const chunk had = continue_loop(self);
  if (had.first == had.end) {
    end_loop_nowait(self);
    return 0;
  }
  const iteration_space& space = self.member->work_share->loop.space;
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
  NUTHATCH_EXPORTED void __kmpc_for_static_init_##suffix(ident* /*loc*/,              \
                                                         thread_id /*gtid*/,          \
                                                         std::int32_t schedule,       \
                                                         std::int32_t* is_last,       \
                                                         value* first,                \
                                                         value* last,                 \
                                                         step* stride,                \
                                                         step by,                     \
                                                         step chunk) {                \
    const thread& self = this_thread();                                               \
    const bool is_of_league = is_distributed(schedule);                               \
    for_static_init(schedule,                                                         \
                    is_last,                                                          \
                    first,                                                            \
                    last,                                                             \
                    stride,                                                           \
                    by,                                                               \
                    chunk,                                                            \
                    is_of_league ? team_of_league(self) : member_of_team(self));      \
  }                                                                                   \
  NUTHATCH_EXPORTED void __kmpc_dispatch_init_##suffix(ident* /*loc*/,                \
                                                       thread_id /*gtid*/,            \
                                                       std::int32_t schedule,         \
                                                       value first,                   \
                                                       value last,                    \
                                                       step by,                       \
                                                       step chunk) {                  \
    dispatch_init(schedule, first, last, by, chunk);                                  \
  }                                                                                   \
  NUTHATCH_EXPORTED std::int32_t __kmpc_dispatch_next_##suffix(ident* /*loc*/,        \
                                                               thread_id /*gtid*/,    \
                                                               std::int32_t* is_last, \
                                                               value* first,          \
                                                               value* last,           \
                                                               step* stride) {        \
    return dispatch_next(is_last, first, last, stride);                               \
  }                                                                                   \
  NUTHATCH_EXPORTED void __kmpc_dispatch_fini_##suffix(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_KMPC_LOOP(4, std::int32_t, std::int32_t)
NUTHATCH_KMPC_LOOP(4u, std::uint32_t, std::int32_t)
NUTHATCH_KMPC_LOOP(8, std::int64_t, std::int64_t)
NUTHATCH_KMPC_LOOP(8u, std::uint64_t, std::int64_t)

NUTHATCH_EXPORTED void __kmpc_for_static_fini(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_EXPORTED void __kmpc_dispatch_deinit(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_EXPORTED void __kmpc_ordered(ident* /*loc*/, thread_id /*gtid*/) {
  enter_ordered(*this_thread().member);
}

NUTHATCH_EXPORTED void __kmpc_end_ordered(ident* /*loc*/, thread_id /*gtid*/) {}
