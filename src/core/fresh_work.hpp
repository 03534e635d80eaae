// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <nuthatch/detail/fiber.hpp>

#include "core/work_item.hpp"

namespace nuthatch::core {

/// Runs fresh work on the calling fiber, which was started for it, to its end. Returns the task
/// that waited for it and that is to go on now, null when there is none. The caller is then perhaps
/// on another worker.
[[nodiscard]] detail::fiber* run_fresh(work_item fresh);

/// Runs the asyncs of `join`, a finish, that this worker keeps, each on top of the present stack: a
/// drain (A2). False when it has published the rest, as there is no room for more on the stack, or
/// other work waits that this worker comes to only without a task. Task side.
bool run_asyncs(const detail::join_counter& join);

/// Runs tasks that `join` counts and that still are the newest of what this worker has pushed, each
/// on top of the present stack, where the caller waits for them. False when there is no room for
/// more on the stack. Task side.
bool run_newest_pushed(detail::join_counter& join);

/// Ends a fresh work item for which no stack was to be had: with `why` as what it threw, without
/// running. On the worker's own stack. Returns the task that waited for it and that is to go on
/// now.
[[nodiscard]] detail::fiber* refuse_fresh(work_item fresh, const std::exception_ptr& why) noexcept;

/// How many siblings there are, if not more than `most`.
[[nodiscard]] std::uint64_t count_up_to(const detail::task* first, std::uint64_t most) noexcept;

/// What spawned the work, for diagnoses.
[[nodiscard]] const char* origin_of(work_item fresh) noexcept;

}  // namespace nuthatch::core
