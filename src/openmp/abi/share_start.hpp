// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/reductions.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/worksharing/dealing.hpp"
#include "openmp/worksharing/loop.hpp"

namespace nuthatch::openmp {

/// Comes to a worksharing construct whose members share memory, or in whose reductions tasks take
/// part. `memory` is null, or has the number of bytes wanted and gets their address. The first
/// member calls prepare(share) as well.
template <class Prepare>
void meet(thread& self,
          const loop_plan& plan,
          std::uintptr_t* reductions,
          void** memory,
          Prepare&& prepare) {
  const auto bytes = memory == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(*memory);
  const bool is_first = self.member->team->work_shares().enter(*self.member, [&](work_share& made) {
    plan_share(self, made, plan, bytes);
    prepare(made);
    if (reductions != nullptr) {
      begin_shared_reductions(self, reductions, nullptr);
      made.reductions = reductions;
    }
  });
  if (!is_first && reductions != nullptr) {
    begin_shared_reductions(self, reductions, self.member->work_share->reductions);
  }
  if (memory != nullptr) {
    *memory = self.member->work_share->memory;
  }
}

inline void meet(thread& self, const loop_plan& plan, std::uintptr_t* reductions, void** memory) {
  meet(self, plan, reductions, memory, [](work_share& /*made*/) {});
}

/// `schedule` is 0 where the task says, else a kind; a bit says monotonic.
[[nodiscard]] inline loop_plan plan_of(const iteration_space& space,
                                       long schedule,
                                       std::uint64_t chunk,
                                       bool ordered) noexcept {
  constexpr long kinds = 7;
  loop_plan found{.space = space, .chunk = chunk, .ordered = ordered};
  const long kind = schedule & kinds;
  if (kind == 0) {
    found.as_task_says = true;
  } else {
    found.kind = static_cast<schedule_kind>(kind);
  }
  return found;
}

}  // namespace nuthatch::openmp
