// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

/// What an owner that was asked for work should publish.
struct publish_quota {
  static constexpr unsigned everything = ~0U;

  unsigned pieces;                    ///< how many work items
  std::uint32_t siblings;             ///< how many children of a scope one of them may consist of
  unsigned sibling_pieces;            ///< how many work items of that kind
  std::uint32_t fewest_siblings = 1;  ///< fewer of a scope's children do not pay while it is filled
  bool keeps_half = true;             ///< of these, half stay with the owner at least
  unsigned idle_workers = 1;          ///< how many workers are out of work
  std::uint32_t publish_all_up_to =
      0;                            ///< so many or fewer all go before their owner runs the next
  std::uint32_t retain_newest = 0;  ///< so many of the newest work items stay with the owner
};

}  // namespace nuthatch::core
