// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/loop.hpp"

#include <cstdlib>

#include "base/assert.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/worksharing/dealing.hpp"

namespace nuthatch::openmp {

namespace {

void* shared_memory(std::uint64_t bytes) {
  constexpr std::size_t line = 64;
  void* const found = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (found == nullptr) {
    base::end_program("openmp: no memory for what the threads of a loop share");
  }
  __builtin_memset(found, 0, bytes);
  return found;
}

}  // namespace

void plan_share(const thread& self, work_share& made, const loop_plan& plan, std::uint64_t bytes) {
  made.plan = plan;
  if (plan.as_task_says) {
    const loop_schedule& said = self.current_task->icvs->run_sched;
    made.plan.kind = said.kind;
    made.plan.chunk = said.chunk * plan.whole;
    if (said.kind == schedule_kind::guided && plan.whole != 1) {
      made.plan.whole = made.plan.chunk;  // as for simd:guided with that chunk
    }
  }
  made.memory = bytes == 0 ? nullptr : shared_memory(bytes);
}

void enter_loop(thread& self, const loop_plan& plan, std::uint64_t bytes) {
  self.member->team->work_shares().enter(
      *self.member, [&](work_share& made) { plan_share(self, made, plan, bytes); });
}

piece begin_loop(thread& self, const loop_plan& plan) {
  enter_loop(self, plan);
  return take_piece(*self.member->work_share, *self.member, self.member->team->size());
}

piece continue_loop(thread& self) noexcept {
  pass_turn(*self.member);
  return take_piece(*self.member->work_share, *self.member, self.member->team->size());
}

bool end_loop(thread& self) noexcept {
  team& of = *self.member->team;
  return of.barrier_wait(self, [&] { of.work_shares().end(*self.member); });
}

void leave_loop(thread& self) noexcept {
  self.member->team->work_shares().leave(*self.member, self.member->team->size());
}

}  // namespace nuthatch::openmp
