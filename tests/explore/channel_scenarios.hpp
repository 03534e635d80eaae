// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Worker 1 sends to worker 0, whose channel has little room. Each message arrives once, in order.
void one_sender(platform::platform& on, unsigned workers);

/// All other workers send to worker 0, whose channel has little room. Each message arrives once, in
/// the order of its sender.
void many_senders(platform::platform& on, unsigned workers);

/// Worker 1 notifies worker 0 before it sends to worker 2, which then sends to worker 0 as well.
/// Worker 0 receives the notification first.
void cause_and_reaction(platform::platform& on, unsigned workers);

/// Worker 1 has a task and gives it to worker 2 on request. Worker 0, the manager, must not count
/// all workers as idle while one of them has the task.
void counting_the_idle(platform::platform& on, unsigned workers);

/// Worker 0 owns a lock, and the others try to acquire it. No two threads are in it at the same
/// time.
void owner_and_thieves(platform::platform& on, unsigned workers);

/// Worker 0 owns worker deques, and the others steal from them directly. Each work item is taken
/// once.
void deques_and_thief(platform::platform& on, unsigned workers);

}  // namespace nuthatch::exploring
