// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// A task adds another task to its group while the group is waited for.
void tasks_of_a_group(platform::platform& on, unsigned workers, const char* scheduler);

/// The same with a group that is on the heap, not on its owner's stack.
void tasks_of_a_group_elsewhere(platform::platform& on, unsigned workers, const char* scheduler);

/// So many tasks that the worker keeps some of them until it waits.
void many_tasks_of_a_group(platform::platform& on, unsigned workers, const char* scheduler);

/// The owner of two groups moves to another worker between its spawns.
void continuations_with_groups(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
