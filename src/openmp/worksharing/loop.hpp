// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"
#include "openmp/model/work_share.hpp"

namespace nuthatch::openmp {

struct team_member;
struct thread;

/// Initializes a loop for all threads of the team; with schedule(runtime), by the current task's
/// run-sched-var. If `bytes` is not 0, the threads share that much memory, initially zero.
void init_work_share(const thread& self,
                     work_share& work_share,
                     const loop_parameters& loop,
                     std::uint64_t bytes = 0);

/// Starts a loop, which the first thread to arrive initializes.
void enter_loop(thread& self, const loop_parameters& loop, std::uint64_t bytes = 0);

/// Starts a loop and returns the thread's first chunk, empty if there is none.
[[nodiscard]] chunk begin_loop(thread& self, const loop_parameters& loop);

/// Returns the next chunk.
[[nodiscard]] chunk continue_loop(thread& self) noexcept;

/// Ends the loop with a barrier, and without one. The first returns true if the region was
/// cancelled.
bool end_loop(thread& self) noexcept;
void end_loop_nowait(thread& self) noexcept;

}  // namespace nuthatch::openmp
