// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

/// Where a spawned task belongs: to which part of the numbered region that its spawner is in. By
/// itself, to that of its spawner.
struct spawned_into {
  static constexpr std::uint32_t part_of_spawner = UINT32_MAX;

  std::uint32_t part = part_of_spawner;
  bool in_region = true;  ///< else outside of it, since it may end later

  [[nodiscard]] static constexpr spawned_into outside() noexcept { return {.in_region = false}; }
};

}  // namespace nuthatch::core
