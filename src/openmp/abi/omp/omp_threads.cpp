// SPDX-License-Identifier: Apache-2.0

// Routines for threads, teams and nesting levels.

#include <algorithm>

#include "openmp/abi/fortran.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"

namespace {

using nuthatch::openmp::allowed_cpus;
using nuthatch::openmp::as_int;
using nuthatch::openmp::env_settings;
using nuthatch::openmp::icvs;
using nuthatch::openmp::loop_schedule;
using nuthatch::openmp::peer;
using nuthatch::openmp::schedule_kind;
using nuthatch::openmp::settings;
using nuthatch::openmp::team_member;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::this_thread_or_null;
using nuthatch::openmp::writable_icvs;

constexpr unsigned monotonic_bit = 1U << 31U;

const icvs& current_icvs() noexcept {
  return *this_thread().current_task->icvs;
}

/// Clamps a number of the program to the least valid one.
std::uint32_t at_least(int least, int value) noexcept {
  return static_cast<std::uint32_t>(std::max(least, value));
}

std::uint32_t max_levels() noexcept {
  return static_cast<std::uint32_t>(settings::max_levels(env_settings().made_for));
}

/// The record of the calling thread or of its ancestor at a level; null if there is no such level.
const team_member* team_member_at(int level) noexcept {
  const team_member* found = this_thread().member;
  if (level < 0 || static_cast<std::uint32_t>(level) > found->team->level()) {
    return nullptr;
  }
  while (found->team->level() != static_cast<std::uint32_t>(level)) {
    found = found->team->parent_member();
  }
  return found;
}

}  // namespace

NUTHATCH_EXPORTED int omp_get_thread_num() {
  return this_thread_or_null != nullptr ? static_cast<int>(this_thread_or_null->member->thread_num)
                                        : 0;
}

NUTHATCH_EXPORTED int omp_get_num_threads() {
  return this_thread_or_null != nullptr
             ? static_cast<int>(this_thread_or_null->member->team->size())
             : 1;
}

NUTHATCH_EXPORTED int omp_get_max_threads() {
  return static_cast<int>(current_icvs().nthreads);
}

NUTHATCH_EXPORTED void omp_set_num_threads(int threads) {
  writable_icvs(this_thread()).nthreads = at_least(1, threads);
}

NUTHATCH_EXPORTED int omp_get_num_procs() {
  return static_cast<int>(allowed_cpus());
}

NUTHATCH_EXPORTED int omp_in_parallel() {
  return this_thread().member->team->active_level() > 0 ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_get_dynamic() {
  return current_icvs().dynamic ? 1 : 0;
}

NUTHATCH_EXPORTED void omp_set_dynamic(int wanted) {
  writable_icvs(this_thread()).dynamic = wanted != 0;
}

NUTHATCH_EXPORTED int omp_get_nested() {
  const icvs& all = current_icvs();
  return all.max_active_levels > 1 &&
                 all.max_active_levels > this_thread().member->team->active_level()
             ? 1
             : 0;
}

/// LLVM's runtime raises only a limit of 1. To disable nesting, it sets the limit to 1, even if the
/// limit was 0.
NUTHATCH_EXPORTED void omp_set_nested(int wanted) {
  icvs& all = writable_icvs(this_thread());
  const bool is_llvm = env_settings().made_for == peer::llvm;
  if (wanted != 0) {
    all.max_active_levels =
        is_llvm && all.max_active_levels != 1 ? all.max_active_levels : max_levels();
  } else {
    all.max_active_levels = is_llvm ? 1 : std::min<std::uint32_t>(all.max_active_levels, 1);
  }
}

NUTHATCH_EXPORTED int omp_get_max_active_levels() {
  return static_cast<int>(current_icvs().max_active_levels);
}

NUTHATCH_EXPORTED void omp_set_max_active_levels(int levels) {
  if (levels >= 0) {
    writable_icvs(this_thread()).max_active_levels =
        std::min(static_cast<std::uint32_t>(levels), max_levels());
  }
}

NUTHATCH_EXPORTED int omp_get_supported_active_levels() {
  return static_cast<int>(max_levels());
}

NUTHATCH_EXPORTED int omp_get_thread_limit() {
  return as_int(current_icvs().thread_limit);
}

NUTHATCH_EXPORTED int omp_get_level() {
  return static_cast<int>(this_thread().member->team->level());
}

NUTHATCH_EXPORTED int omp_get_active_level() {
  return static_cast<int>(this_thread().member->team->active_level());
}

NUTHATCH_EXPORTED int omp_get_ancestor_thread_num(int level) {
  const team_member* const found = team_member_at(level);
  return found != nullptr ? static_cast<int>(found->thread_num) : -1;
}

NUTHATCH_EXPORTED int omp_get_team_size(int level) {
  const team_member* const found = team_member_at(level);
  return found != nullptr ? static_cast<int>(found->team->size()) : -1;
}

NUTHATCH_EXPORTED int omp_get_cancellation() {
  return env_settings().cancellation ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_get_max_task_priority() {
  return as_int(static_cast<std::int64_t>(env_settings().max_task_priority));
}

NUTHATCH_EXPORTED void omp_get_schedule(unsigned* kind, int* chunk) {
  const loop_schedule& all = current_icvs().run_sched;
  *kind = static_cast<unsigned>(all.kind) | (all.monotonic ? monotonic_bit : 0);
  *chunk = as_int(static_cast<std::int64_t>(all.chunk_size));
}

/// Ignores an invalid kind of schedule. A chunk size below 1 means none, or 1 if the schedule needs
/// a chunk size. The chunk size of auto is unused: LLVM's runtime reports 1, and libgomp that of
/// the previous schedule.
NUTHATCH_EXPORTED void omp_set_schedule(unsigned kind, int chunk) {
  const unsigned named = kind & ~monotonic_bit;
  if (named < static_cast<unsigned>(schedule_kind::static_) ||
      named > static_cast<unsigned>(schedule_kind::automatic)) {
    return;
  }
  loop_schedule schedule{.kind = static_cast<schedule_kind>(named),
                         .chunk_size = at_least(0, chunk),
                         .monotonic = (kind & monotonic_bit) != 0};
  if (schedule.kind == schedule_kind::dynamic || schedule.kind == schedule_kind::guided) {
    schedule.chunk_size = std::max<std::uint64_t>(schedule.chunk_size, 1);
  } else if (schedule.kind == schedule_kind::automatic) {
    schedule.chunk_size =
        env_settings().made_for == peer::llvm ? 1 : current_icvs().run_sched.chunk_size;
  }
  writable_icvs(this_thread()).run_sched = schedule;
}

NUTHATCH_FORTRAN_QUERY(int, omp_get_thread_num)
NUTHATCH_FORTRAN_QUERY(int, omp_get_num_threads)
NUTHATCH_FORTRAN_QUERY(int, omp_get_max_threads)
NUTHATCH_FORTRAN_QUERY(int, omp_get_num_procs)
NUTHATCH_FORTRAN_QUERY(int, omp_in_parallel)
NUTHATCH_FORTRAN_QUERY(int, omp_get_dynamic)
NUTHATCH_FORTRAN_QUERY(int, omp_get_nested)
NUTHATCH_FORTRAN_QUERY(int, omp_get_max_active_levels)
NUTHATCH_FORTRAN_QUERY(int, omp_get_supported_active_levels)
NUTHATCH_FORTRAN_QUERY(int, omp_get_thread_limit)
NUTHATCH_FORTRAN_QUERY(int, omp_get_level)
NUTHATCH_FORTRAN_QUERY(int, omp_get_active_level)
NUTHATCH_FORTRAN_QUERY(int, omp_get_cancellation)
NUTHATCH_FORTRAN_QUERY(int, omp_get_max_task_priority)
NUTHATCH_FORTRAN_SETTER(omp_set_num_threads)
NUTHATCH_FORTRAN_SETTER(omp_set_dynamic)
NUTHATCH_FORTRAN_SETTER(omp_set_nested)
NUTHATCH_FORTRAN_SETTER(omp_set_max_active_levels)
NUTHATCH_FORTRAN_QUERY_OF(omp_get_ancestor_thread_num)
NUTHATCH_FORTRAN_QUERY_OF(omp_get_team_size)

NUTHATCH_EXPORTED void omp_get_schedule_(std::int32_t* kind, std::int32_t* chunk) {
  unsigned found = 0;
  omp_get_schedule(&found, chunk);
  *kind = static_cast<std::int32_t>(found & ~monotonic_bit);  // Fortran has no such bit
}

NUTHATCH_EXPORTED void omp_get_schedule_8_(std::int32_t* kind, std::int64_t* chunk) {
  std::int32_t found = 0;
  omp_get_schedule_(kind, &found);
  *chunk = found;
}

NUTHATCH_EXPORTED void omp_set_schedule_(const std::int32_t* kind, const std::int32_t* chunk) {
  omp_set_schedule(static_cast<unsigned>(*kind), *chunk);
}

NUTHATCH_EXPORTED void omp_set_schedule_8_(const std::int32_t* kind, const std::int64_t* chunk) {
  omp_set_schedule(static_cast<unsigned>(*kind), as_int(*chunk));
}
