// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

class team;

/// A task or a foreign thread that waits until it is resumed. Lies on its stack.
struct parked {
  detail::fiber* task = nullptr;  // null: a foreign thread
  team* owning_team = nullptr;    // the team of the task
  foreign_waiter foreign;
};

/// Suspends the calling task until any_resume(me). `enlist` is called once the task's stack is
/// saved; it registers `me` with the resumer, or returns true if the task can resume at once.
/// `inside` is not null if the resumer is a task of the same team.
void park_task(parked& me, worker& here, commit_action enlist, suspended_join* inside = nullptr);

/// The name of a task in messages.
[[nodiscard]] const char* name_of(const detail::fiber& task) noexcept;

/// Resumes the waiter at its destination. The waiter may be gone when this returns. Any thread.
void any_resume(parked& who) noexcept;

}  // namespace nuthatch::core
