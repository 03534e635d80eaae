// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/finish_state.hpp>

#include "core/worker.hpp"

namespace nuthatch::core {

/// Returns whether this finish, or one around it, is stopped.
[[nodiscard]] bool is_stopped(const detail::finish_state* innermost) noexcept;

/// Returns whether the worker leaves out what was spawned under this finish and has not begun.
[[nodiscard]] inline bool leaves_out(const worker& self,
                                     const detail::finish_state* around) noexcept {
  return self.watches_finishes() && is_stopped(around);
}

/// Destroys a task that is left out, in place of running it, and passes its pedigree on. Task side.
void leave_out(detail::task& one) noexcept;

/// Stops a finish of the team, or a group. Any thread, while it may not end.
void any_stop(detail::finish_state& which, team& of) noexcept;

/// Undoes any_stop(). Returns whether the finish was stopped. The owner, once nothing counted by
/// the finish is left.
bool owner_end_stop(detail::finish_state& which, team& of) noexcept;

}  // namespace nuthatch::core
