// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "explore/scenario.hpp"

namespace nuthatch::exploring {

/// Scenarios of the OpenMP runtime: single structures, and the synchronization of threads.
[[nodiscard]] std::span<const scenario> openmp_unit_scenarios();
[[nodiscard]] std::span<const scenario> openmp_team_scenarios();

/// Whole regions whose threads execute tasks.
[[nodiscard]] std::span<const scenario> openmp_task_scenarios();
[[nodiscard]] std::span<const scenario> openmp_reduction_scenarios();

}  // namespace nuthatch::exploring
