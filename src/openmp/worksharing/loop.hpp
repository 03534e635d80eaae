// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

struct team_member;
struct thread;

/// Plans a loop for all members, as the calling task says where the plan leaves that to it. Where
/// `bytes` is not 0, they share so much memory, zero to begin with.
void init_work_share(const thread& self,
                     work_share& work_share,
                     const loop_parameters& loop,
                     std::uint64_t bytes = 0);

/// Comes to a loop, which the first member plans.
void enter_loop(thread& self, const loop_parameters& loop, std::uint64_t bytes = 0);

/// Comes to it and has a chunk. Nothing if there is none for it.
[[nodiscard]] chunk begin_loop(thread& self, const loop_parameters& loop);

/// The next chunk.
[[nodiscard]] chunk continue_loop(thread& self) noexcept;

/// Waits for all members, or goes on. True if the region was cancelled.
bool end_loop(thread& self) noexcept;
void end_loop_nowait(thread& self) noexcept;

}  // namespace nuthatch::openmp
