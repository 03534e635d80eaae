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

}  // namespace nuthatch::exploring
