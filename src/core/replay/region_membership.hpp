// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

/// The membership of a spawned task in the recorded region of its spawner: whether it is in the
/// region, and in which part. By default it is in the part of its spawner.
struct region_membership {
  static constexpr std::uint32_t part_of_spawner = UINT32_MAX;

  std::uint32_t part = part_of_spawner;
  bool in_region = true;  ///< false: it may end after the region

  [[nodiscard]] static constexpr region_membership outside() noexcept {
    return {.in_region = false};
  }
};

}  // namespace nuthatch::core
