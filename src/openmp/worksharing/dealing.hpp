// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/threads/team_member.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

/// Who gets which iterations of a loop:
///
/// | schedule       | pieces                                                                    |
/// |----------------|---------------------------------------------------------------------------|
/// | static         | one for each member, in their order, equal but for one iteration          |
/// | static, chunk  | of `chunk` iterations, to the members in turn                             |
/// | dynamic        | of `chunk` iterations, to who comes                                       |
/// | guided         | to who comes an equal part of what is left, and `chunk` at least          |
///
/// Where the plan has `whole` iterations that belong together, the chunk counts single iterations,
/// of which it has a multiple; the parts of static and guided schedules are rounded up.
///
/// Returns the next piece of the member; an empty one when there is none. In ordered loops the
/// member knows from now on which piece it has.
[[nodiscard]] piece take_piece(work_share& from,
                               team_member& self,
                               std::uint32_t team_size) noexcept;

/// Of so many iterations, the part of one member: where all have equal ones, but for one iteration.
[[nodiscard]] piece equal_part(std::uint64_t count,
                               std::uint32_t number,
                               std::uint32_t team_size) noexcept;

/// Waits until the pieces before the one that the member has are done. Nothing if it has none, as
/// outside of ordered loops.
void await_turn(team_member& self) noexcept;

/// The member is through with its piece, in its turn.
void pass_turn(team_member& self) noexcept;

}  // namespace nuthatch::openmp
