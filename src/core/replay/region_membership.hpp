// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

/// Where a spawned task belongs: to which part of the recorded region that its spawner is in. By
/// itself, to that of its spawner.
struct region_membership {
  static constexpr std::uint32_t part_of_spawner = UINT32_MAX;

  std::uint32_t part = part_of_spawner;
  bool in_region = true;  ///< else outside of it, since it may end later

  [[nodiscard]] static constexpr region_membership outside() noexcept {
    return {.in_region = false};
  }
};

}  // namespace nuthatch::core
