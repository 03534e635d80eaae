// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <nuthatch/detail/fiber.hpp>

#include "core/work_item.hpp"

namespace nuthatch::detail {
class group_state;
}

namespace nuthatch::core {

/// Runs a fresh work item to its end on the calling fiber, which was started for it. Returns the
/// task that waited for it and is to resume now, or null. On return the caller may be on another
/// worker.
[[nodiscard]] detail::fiber* run_fresh(work_item fresh);

/// Runs the asyncs of the finish `join` that this worker keeps, each on top of the current stack: a
/// drain (A2). Returns false if it published the rest instead, because the stack has no room for
/// more, or because other work waits that the worker reaches only without a task. Task side.
bool run_asyncs(const detail::join_counter& join);

/// Runs the tasks of the group that this worker keeps, in the same way. Returns whether all of them
/// have run. In either case the worker keeps none afterwards.
bool run_group_tasks(detail::group_state& of);

/// Runs the tasks that `join` counts while they are the newest that this worker has pushed, each on
/// top of the current stack, where the caller waits for them. Returns false if the stack has no
/// room for more. Task side.
bool run_newest_pushed(detail::join_counter& join);

/// Completes a fresh work item that could get no stack: records `why` as its exception instead of
/// running it. Runs on the worker's own stack. Returns the task that waited for it and is to resume
/// now, or null.
[[nodiscard]] detail::fiber* refuse_fresh(work_item fresh, const std::exception_ptr& why) noexcept;

/// The number of siblings in the chain, or `most` if there are more.
[[nodiscard]] std::uint64_t count_up_to(const detail::task* first, std::uint64_t most) noexcept;

/// The name of the spawn that created the work item, for diagnostics.
[[nodiscard]] const char* origin_of(work_item fresh) noexcept;

}  // namespace nuthatch::core
