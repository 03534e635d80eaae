// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/team_member.hpp"
#include "openmp/model/work_share.hpp"

namespace nuthatch::openmp {

/// Assigns the iterations of a loop to the threads of a team:
///
/// | schedule             | chunks                                                              |
/// |----------------------|---------------------------------------------------------------------|
/// | static               | one for each thread, in thread order, equal except for one iteration |
/// | static, `chunk_size` | of `chunk_size` iterations, assigned to the threads round-robin     |
/// | dynamic              | of `chunk_size` iterations, assigned on request                     |
/// | guided               | assigned on request: an equal part of the remaining iterations, but |
/// |                      | at least `chunk_size`                                               |
///
/// If the loop has `whole` iterations that belong together, the chunk size is a multiple of that
/// number; it counts single iterations. The chunks of static and guided schedules are rounded up.
///
/// Returns the thread's next chunk, empty if there is none. In an ordered loop it becomes the
/// thread's current chunk.
[[nodiscard]] chunk next_chunk(work_share& from,
                               team_member& self,
                               std::uint32_t team_size) noexcept;

/// The chunk of one thread under a static schedule without a chunk size. All chunks are equal,
/// except for one iteration.
[[nodiscard]] chunk static_chunk(std::uint64_t count,
                                 std::uint32_t number,
                                 std::uint32_t team_size) noexcept;

/// Waits until the chunks before the current one are done. Does nothing without a current chunk,
/// which includes loops that are not ordered.
void enter_ordered(team_member& self) noexcept;

/// Ends an ordered chunk: waits for its turn, then lets the next chunk enter.
void leave_ordered(team_member& self) noexcept;

}  // namespace nuthatch::openmp
