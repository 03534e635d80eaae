// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "explore/scenario.hpp"

namespace nuthatch::exploring {

/// Small programs that follow schedules.
[[nodiscard]] std::span<const scenario> replay_scenarios();

}  // namespace nuthatch::exploring
