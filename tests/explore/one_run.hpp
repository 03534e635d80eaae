// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "explore/schedule.hpp"
#include "explore/strategy.hpp"
#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Has made what a process makes at its first use, so that the first run is as all others.
void have_first_uses();

/// Calls `body` once, with a platform whose `workers` workers take turns as `how` decides, and
/// whose memory is weak or not. `record` gets what it decides.
void run_once(strategy& how,
              bool weak_memory,
              unsigned workers,
              running_record& record,
              const std::function<void(platform::platform& on)>& body);

}  // namespace nuthatch::exploring
