// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/threads/team_member.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

/// Who gets which iterations of a loop:
///
/// | schedule             | chunks                                                              |
/// |----------------------|---------------------------------------------------------------------|
/// | static               | one for each thread, in thread order, equal but for one iteration   |
/// | static, `chunk_size` | of `chunk_size` iterations, assigned to the threads round-robin     |
/// | dynamic              | of `chunk_size` iterations, assigned on request                     |
/// | guided               | assigned on request: an equal part of the remaining iterations, but |
/// |                      | at least `chunk_size`                                               |
///
/// Where the plan has `whole` iterations that belong together, the chunk counts single iterations,
/// of which it has a multiple; the parts of static and guided schedules are rounded up.
///
/// Returns the next chunk of the member; an empty one when there is none. In ordered loops the
/// member knows from now on which chunk it has.
[[nodiscard]] chunk next_chunk(work_share& from,
                               team_member& self,
                               std::uint32_t team_size) noexcept;

/// Of so many iterations, the part of one member: where all have equal ones, but for one iteration.
[[nodiscard]] chunk static_chunk(std::uint64_t count,
                                 std::uint32_t number,
                                 std::uint32_t team_size) noexcept;

/// Waits until the chunks before the one that the member has are done. Nothing if it has none, as
/// outside of ordered loops.
void enter_ordered(team_member& self) noexcept;

/// The member is through with its chunk, in its turn.
void leave_ordered(team_member& self) noexcept;

}  // namespace nuthatch::openmp
