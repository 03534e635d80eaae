// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "explore/scenario.hpp"

namespace nuthatch::exploring {

/// Spliced calls whose rows other workers take.
[[nodiscard]] std::span<const scenario> splicing_scenarios();

}  // namespace nuthatch::exploring
