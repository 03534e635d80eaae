// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

/// How much an owner publishes when it is asked for work.
struct publish_quota {
  static constexpr unsigned everything = ~0U;

  unsigned pieces;                      ///< number of work items
  std::uint32_t siblings;               ///< maximal number of siblings per work item
  unsigned sibling_pieces;              ///< number of work items that consist of siblings
  std::uint32_t fewest_siblings = 1;    ///< fewer stay private while a scope is being filled
  bool keeps_half = true;               ///< at least half of a scope's children stay with the owner
  unsigned idle_workers = 1;            ///< number of workers without work
  std::uint32_t publish_all_up_to = 0;  ///< if no more are left, all except the next are published
  std::uint32_t retain_newest = 0;      ///< number of newest work items that stay with the owner
};

}  // namespace nuthatch::core
