// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/worksharing/loop.hpp"
#include "openmp/worksharing/loop_dispatch.hpp"
#include "openmp/worksharing/reductions.hpp"

namespace nuthatch::openmp {

/// Starts a worksharing construct whose threads share memory, or in whose reductions tasks
/// participate. `memory` is null, or holds the requested number of bytes and receives their
/// address. The first thread also calls prepare(work_share).
template <class Prepare>
void start_work_share(thread& self,
                      const loop_parameters& loop,
                      std::uintptr_t* reductions,
                      void** memory,
                      Prepare&& prepare) {
  const auto bytes = memory == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(*memory);
  const bool is_first =
      self.member->team->work_shares().enter(*self.member, [&](work_share& work_share) {
        init_work_share(self, work_share, loop, bytes);
        prepare(work_share);
        if (reductions != nullptr) {
          begin_shared_reductions(self, reductions, nullptr);
          work_share.reductions = reductions;
        }
      });
  if (!is_first && reductions != nullptr) {
    begin_shared_reductions(self, reductions, self.member->work_share->reductions);
  }
  if (memory != nullptr) {
    *memory = self.member->work_share->memory;
  }
}

inline void start_work_share(thread& self,
                             const loop_parameters& loop,
                             std::uintptr_t* reductions,
                             void** memory) {
  start_work_share(self, loop, reductions, memory, [](work_share& /*made*/) {});
}

/// `schedule` is a kind, or 0 for run-sched-var; the bit for monotonic is ignored.
[[nodiscard]] inline loop_parameters loop_parameters_of(const iteration_space& space,
                                                        long schedule,
                                                        std::uint64_t chunk,
                                                        bool ordered) noexcept {
  constexpr long kinds = 7;
  loop_parameters loop{.space = space, .chunk_size = chunk, .ordered = ordered};
  const long kind = schedule & kinds;
  if (kind == 0) {
    loop.is_runtime_schedule = true;
  } else {
    loop.kind = static_cast<schedule_kind>(kind);
  }
  return loop;
}

}  // namespace nuthatch::openmp
