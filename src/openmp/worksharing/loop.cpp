// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/loop.hpp"

#include <cstdlib>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/worksharing/loop_dispatch.hpp"

namespace nuthatch::openmp {

namespace {

void* shared_memory(std::uint64_t bytes) {
  constexpr std::size_t line = 64;
  void* const found = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (found == nullptr) {
    abort_program("no memory for the shared memory of a loop");
  }
  __builtin_memset(found, 0, bytes);
  return found;
}

}  // namespace

void init_work_share(const thread& self,
                     work_share& work_share,
                     const loop_parameters& loop,
                     std::uint64_t bytes) {
  work_share.loop = loop;
  if (loop.is_runtime_schedule) {
    const loop_schedule& run_sched = self.current_task->icvs->run_sched;
    work_share.loop.kind = run_sched.kind;
    const bool is_auto = run_sched.kind == schedule_kind::automatic;  // its chunk size is unused
    work_share.loop.chunk_size = is_auto ? 0 : run_sched.chunk_size * loop.whole;
    if (run_sched.kind == schedule_kind::guided && loop.whole != 1) {
      // as for simd:guided with that chunk size
      work_share.loop.whole = work_share.loop.chunk_size;
    }
  }
  work_share.memory = bytes == 0 ? nullptr : shared_memory(bytes);
}

void enter_loop(thread& self, const loop_parameters& loop, std::uint64_t bytes) {
  self.member->team->work_shares().enter(*self.member, [&](work_share& work_share) {
    init_work_share(self, work_share, loop, bytes);
  });
}

chunk begin_loop(thread& self, const loop_parameters& loop) {
  enter_loop(self, loop);
  return next_chunk(*self.member->work_share, *self.member, self.member->team->size());
}

chunk continue_loop(thread& self) noexcept {
  leave_ordered(*self.member);
  return next_chunk(*self.member->work_share, *self.member, self.member->team->size());
}

bool end_loop(thread& self) noexcept {
  team& team = *self.member->team;
  return team.barrier_wait(self, [&] { team.work_shares().end(*self.member); });
}

void end_loop_nowait(thread& self) noexcept {
  self.member->team->work_shares().leave(*self.member, self.member->team->size());
}

}  // namespace nuthatch::openmp
