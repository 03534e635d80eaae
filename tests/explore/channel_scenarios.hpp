// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Worker 1 sends to worker 0, which has little room; each message arrives once, in order.
void one_sender(platform::platform& on, unsigned workers);

/// All others send to worker 0, which has little room; each message arrives once, in the order of
/// its sender.
void many_senders(platform::platform& on, unsigned workers);

/// Worker 1 tells worker 0 of what it gives to worker 2, which then writes to worker 0 as well.
void cause_and_reaction(platform::platform& on, unsigned workers);

/// Worker 1 has a task, and gives it to worker 2 when that asks; worker 0, the manager, must not
/// find all idle as long as one of them has it.
void counting_the_idle(platform::platform& on, unsigned workers);

/// Worker 0 owns a lock, the others try it; never are two inside.
void owner_and_thieves(platform::platform& on, unsigned workers);

/// Worker 0 owns worker deques, the others steal directly what is there; each work item is got
/// once.
void deques_and_thief(platform::platform& on, unsigned workers);

}  // namespace nuthatch::exploring
