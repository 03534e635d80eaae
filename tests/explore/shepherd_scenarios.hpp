// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "explore/scenario.hpp"

namespace nuthatch::exploring {

/// Shared queues, the thief of a shepherd, and small programs under schedulers that use them.
[[nodiscard]] std::span<const scenario> shepherd_scenarios();

}  // namespace nuthatch::exploring
