// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "explore/schedule.hpp"
#include "explore/strategy.hpp"
#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Creates everything that a process creates at its first use, so that the first run is like all
/// others.
void have_first_uses();

/// Calls `body` once, with a platform of `workers` workers whose turns `how` decides.
/// `weak_memory`: loads may read older stores. The decisions are written to `record`.
void run_once(strategy& how,
              bool weak_memory,
              unsigned workers,
              running_record& record,
              const std::function<void(platform::platform& on)>& body);

}  // namespace nuthatch::exploring
