// SPDX-License-Identifier: Apache-2.0

// Barriers, single, masked and critical constructs, reductions and cancellation, as Clang calls
// them.

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/sanitizer.hpp>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "openmp/tasks/cancellation.hpp"
#include "openmp/worksharing/loop.hpp"

namespace {

using nuthatch::detail::atomic;
using nuthatch::detail::memory_order_seq_cst;
using nuthatch::detail::thread_sanitized;
using nuthatch::openmp::cancelled_construct;
using nuthatch::openmp::end_loop_nowait;
using nuthatch::openmp::futex_lock;
using nuthatch::openmp::team;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::work_share;
using namespace nuthatch::openmp::kmpc;

futex_lock& lock_in(critical_name* variable) noexcept {
  return *reinterpret_cast<futex_lock*>(variable);
}

/// Decodes the number of a construct: the parallel region, a loop, sections, a taskgroup.
cancelled_construct construct_of(std::int32_t number) noexcept {
  constexpr std::int32_t parallel = 1;
  constexpr std::int32_t taskgroup = 4;
  return number == parallel    ? cancelled_construct::region
         : number == taskgroup ? cancelled_construct::taskgroup
                               : cancelled_construct::worksharing;
}

}  // namespace

NUTHATCH_EXPORTED void __kmpc_barrier(ident* /*loc*/, thread_id /*gtid*/) {
  thread& self = this_thread();
  self.member->team->barrier_wait(self);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_cancel_barrier(ident* /*loc*/, thread_id /*gtid*/) {
  thread& self = this_thread();
  return self.member->team->barrier_wait(self) ? 1 : 0;
}

/// The first half of a barrier. The next function is the second half. Thread 0 executes the code
/// between the two, and the others wait for it.
NUTHATCH_EXPORTED std::int32_t __kmpc_barrier_master(ident* loc, thread_id gtid) {
  __kmpc_barrier(loc, gtid);
  if (this_thread().member->thread_num == 0) {
    return 1;
  }
  __kmpc_barrier(loc, gtid);
  return 0;
}

NUTHATCH_EXPORTED void __kmpc_end_barrier_master(ident* loc, thread_id gtid) {
  __kmpc_barrier(loc, gtid);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_barrier_master_nowait(ident* loc, thread_id gtid) {
  __kmpc_barrier(loc, gtid);
  return this_thread().member->thread_num == 0 ? 1 : 0;
}

NUTHATCH_EXPORTED void __kmpc_flush(ident* /*loc*/) {
  if constexpr (thread_sanitized) {
    static atomic<std::uint32_t> flushes;
    flushes.fetch_add(1, memory_order_seq_cst);  // ThreadSanitizer does not support fences
  } else {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}

NUTHATCH_EXPORTED std::int32_t __kmpc_master(ident* /*loc*/, thread_id /*gtid*/) {
  return this_thread().member->thread_num == 0 ? 1 : 0;
}

NUTHATCH_EXPORTED void __kmpc_end_master(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_EXPORTED std::int32_t __kmpc_masked(ident* /*loc*/,
                                             thread_id /*gtid*/,
                                             std::int32_t filter) {
  return static_cast<std::int32_t>(this_thread().member->thread_num) == filter ? 1 : 0;
}

NUTHATCH_EXPORTED void __kmpc_end_masked(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_EXPORTED void __kmpc_scope(ident* /*loc*/, thread_id /*gtid*/, void* /*unused*/) {}

NUTHATCH_EXPORTED void __kmpc_end_scope(ident* /*loc*/, thread_id /*gtid*/, void* /*unused*/) {}

NUTHATCH_EXPORTED std::int32_t __kmpc_single(ident* /*loc*/, thread_id /*gtid*/) {
  const thread& self = this_thread();
  return self.member->team->claim_single(*self.member) ? 1 : 0;
}

NUTHATCH_EXPORTED void __kmpc_end_single(ident* /*loc*/, thread_id /*gtid*/) {}

/// The thread that executed the single construct passes its data; the others copy from there.
NUTHATCH_EXPORTED void __kmpc_copyprivate(ident* /*loc*/,
                                          thread_id /*gtid*/,
                                          std::size_t /*bytes*/,
                                          void* data,
                                          void (*copy)(void* into, void* from),
                                          std::int32_t executed) {
  thread& self = this_thread();
  team& team = *self.member->team;
  team.work_shares().enter(*self.member, [](work_share& /*made*/) {});
  if (executed != 0) {
    self.member->work_share->copyprivate = data;
  }
  team.barrier_wait(self);
  if (executed == 0) {
    copy(data, self.member->work_share->copyprivate);
  }
  team.barrier_wait(self);  // the data are on the stack of the executing thread
  end_loop_nowait(self);
}

/// Returns the address that the executing thread has passed. Compiled code copies from there, then
/// waits for the others.
NUTHATCH_EXPORTED void* __kmpc_copyprivate_light(ident* /*loc*/, thread_id /*gtid*/, void* data) {
  thread& self = this_thread();
  team& team = *self.member->team;
  team.work_shares().enter(*self.member, [](work_share& /*made*/) {});
  if (data != nullptr) {
    self.member->work_share->copyprivate = data;
  }
  team.barrier_wait(self);
  void* const found = self.member->work_share->copyprivate;
  end_loop_nowait(self);
  return found;
}

NUTHATCH_EXPORTED void __kmpc_critical(ident* /*loc*/,
                                       thread_id /*gtid*/,
                                       critical_name* variable) {
  lock_in(variable).lock();
}

NUTHATCH_EXPORTED void __kmpc_critical_with_hint(ident* /*loc*/,
                                                 thread_id /*gtid*/,
                                                 critical_name* variable,
                                                 std::uint32_t /*hint*/) {
  lock_in(variable).lock();
}

NUTHATCH_EXPORTED void __kmpc_end_critical(ident* /*loc*/,
                                           thread_id /*gtid*/,
                                           critical_name* variable) {
  lock_in(variable).unlock();
}

/// Returns 1: the caller combines its copies with the variables, one thread at a time.
NUTHATCH_EXPORTED std::int32_t __kmpc_reduce_nowait(ident* /*loc*/,
                                                    thread_id /*gtid*/,
                                                    std::int32_t /*count*/,
                                                    std::size_t /*bytes*/,
                                                    void* /*data*/,
                                                    void (* /*combine*/)(void*, void*),
                                                    critical_name* variable) {
  lock_in(variable).lock();
  return 1;
}

NUTHATCH_EXPORTED void __kmpc_end_reduce_nowait(ident* /*loc*/,
                                                thread_id /*gtid*/,
                                                critical_name* variable) {
  lock_in(variable).unlock();
}

NUTHATCH_EXPORTED std::int32_t __kmpc_reduce(ident* loc,
                                             thread_id gtid,
                                             std::int32_t count,
                                             std::size_t bytes,
                                             void* data,
                                             void (*combine)(void*, void*),
                                             critical_name* variable) {
  return __kmpc_reduce_nowait(loc, gtid, count, bytes, data, combine, variable);
}

NUTHATCH_EXPORTED void __kmpc_end_reduce(ident* loc, thread_id gtid, critical_name* variable) {
  __kmpc_end_reduce_nowait(loc, gtid, variable);
  __kmpc_barrier(loc, gtid);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_cancellationpoint(ident* /*loc*/,
                                                        thread_id /*gtid*/,
                                                        std::int32_t what) {
  return is_cancelled(this_thread(), construct_of(what)) ? 1 : 0;
}

NUTHATCH_EXPORTED std::int32_t __kmpc_cancel(ident* /*loc*/,
                                             thread_id /*gtid*/,
                                             std::int32_t what) {
  return cancel(this_thread(), construct_of(what)) ? 1 : 0;
}
