// SPDX-License-Identifier: Apache-2.0

// Distribute loops, as Clang and other compilers that use LLVM's interface call them. In composite
// constructs, where the threads share the part of their team, one call may do both steps.

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/abi/kmpc/loop_range.hpp"

namespace {

using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

/// Computes the team's part by its first and last values. Returns true if it contains the last
/// iteration of the loop.
template <class Value, class Step>
bool take_part_of_team(const thread& self, Value& first, Value& last, Step step) noexcept {
  std::int32_t is_last = 0;
  Step stride{};
  for_static_init(
      distribute_plain, &is_last, &first, &last, &stride, step, Step{0}, team_of_league(self));
  return is_last != 0;
}

template <class Value, class Step>
void for_static_init_of_team(std::int32_t schedule,
                             std::int32_t* is_last,
                             Value* first,
                             Value* last,
                             Value* last_of_team,
                             Step* stride,
                             Step step,
                             Step chunk) noexcept {
  const thread& self = this_thread();
  const bool has_last = take_part_of_team(self, *first, *last, step);
  *last_of_team = *last;
  for_static_init(schedule, is_last, first, last, stride, step, chunk, member_of_team(self));
  if (is_last != nullptr && !has_last) {
    *is_last = 0;
  }
}

template <class Value, class Step>
void dispatch_init_of_team(
    std::int32_t schedule, std::int32_t* is_last, Value first, Value last, Step step, Step chunk) {
  const bool has_last = take_part_of_team(this_thread(), first, last, step);
  if (is_last != nullptr) {
    *is_last = has_last ? 1 : 0;
  }
  dispatch_init(schedule, first, last, step, chunk);
}

}  // namespace

#define NUTHATCH_KMPC_DISTRIBUTED_LOOP(suffix, value, step)                                   \
  NUTHATCH_EXPORTED void __kmpc_dist_for_static_init_##suffix(ident* /*loc*/,                 \
                                                              thread_id /*gtid*/,             \
                                                              std::int32_t schedule,          \
                                                              std::int32_t* is_last,          \
                                                              value* first,                   \
                                                              value* last,                    \
                                                              value* last_of_team,            \
                                                              step* stride,                   \
                                                              step by,                        \
                                                              step chunk) {                   \
    for_static_init_of_team(schedule, is_last, first, last, last_of_team, stride, by, chunk); \
  }                                                                                           \
  NUTHATCH_EXPORTED void __kmpc_team_static_init_##suffix(ident* /*loc*/,                     \
                                                          thread_id /*gtid*/,                 \
                                                          std::int32_t* is_last,              \
                                                          value* first,                       \
                                                          value* last,                        \
                                                          step* stride,                       \
                                                          step by,                            \
                                                          step chunk) {                       \
    for_static_init(distribute_chunked,                                                       \
                    is_last,                                                                  \
                    first,                                                                    \
                    last,                                                                     \
                    stride,                                                                   \
                    by,                                                                       \
                    chunk,                                                                    \
                    team_of_league(this_thread()));                                           \
  }                                                                                           \
  NUTHATCH_EXPORTED void __kmpc_dist_dispatch_init_##suffix(ident* /*loc*/,                   \
                                                            thread_id /*gtid*/,               \
                                                            std::int32_t schedule,            \
                                                            std::int32_t* is_last,            \
                                                            value first,                      \
                                                            value last,                       \
                                                            step by,                          \
                                                            step chunk) {                     \
    dispatch_init_of_team(schedule, is_last, first, last, by, chunk);                         \
  }

NUTHATCH_KMPC_DISTRIBUTED_LOOP(4, std::int32_t, std::int32_t)
NUTHATCH_KMPC_DISTRIBUTED_LOOP(4u, std::uint32_t, std::int32_t)
NUTHATCH_KMPC_DISTRIBUTED_LOOP(8, std::int64_t, std::int64_t)
NUTHATCH_KMPC_DISTRIBUTED_LOOP(8u, std::uint64_t, std::int64_t)
