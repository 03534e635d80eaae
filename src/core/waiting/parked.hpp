// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

class team;

/// A task or a foreign thread that waits to be told to go on. Lies on its stack.
struct parked {
  detail::fiber* task = nullptr;  // null: a foreign thread
  team* owning_team = nullptr;    // the task's
  foreign_waiter foreign;
};

/// Suspends the calling task until any_resume(me); unless `enlist`, which tells whoever will say so
/// and is called once the task's stack is saved, returns that it can go on at once. `inside`: who
/// says so is a task of its team; null: anybody.
void park_task(parked& me, worker& here, commit_action enlist, suspended_join* inside = nullptr);

/// A task's name in messages.
[[nodiscard]] const char* name_of(const detail::fiber& task) noexcept;

/// Lets it go on, at its destination; it may be gone then. Any thread.
void any_resume(parked& who) noexcept;

}  // namespace nuthatch::core
