// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "explore/scenario.hpp"

namespace nuthatch::exploring {

/// Queues that workers share, who steals for all, and small programs under such schedulers.
[[nodiscard]] std::span<const scenario> shepherd_scenarios();

}  // namespace nuthatch::exploring
