// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/policy.hpp>

namespace nuthatch::core {

/// A plan for a worker's next adaptive spawns of separate tasks.
struct spawn_plan {
  spawn_policy policy;   ///< help_first or work_first
  std::uint32_t spawns;  ///< for this many spawns, then the scheduler is asked again; or until_told

  static constexpr std::uint32_t until_told = ~0U;
};

}  // namespace nuthatch::core
