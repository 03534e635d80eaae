// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace nuthatch::scheduling {

/// How shepherds schedule: a row of Table 1 of the paper.
struct discipline {
  /// The default grouping of workers into shepherds; see shepherds_of().
  std::string_view shepherds;
  /// Workers take the oldest item of their queue instead of the newest.
  bool first_in_first_out = false;
  /// New tasks go to all shepherds in turn, instead of the spawning worker's.
  bool round_robin = false;
  /// A worker that finds no work with its own shepherd takes the oldest item from others.
  bool steals = false;
  /// The default order of victims: the nearest first, or a random one.
  bool nearest_first = true;
};

namespace disciplines {

inline constexpr discipline q{
    .shepherds = "worker", .first_in_first_out = true, .round_robin = true};
inline constexpr discipline l{.shepherds = "worker", .round_robin = true};
inline constexpr discipline cq{.shepherds = "machine"};
inline constexpr discipline ws{.shepherds = "worker", .steals = true, .nearest_first = false};
inline constexpr discipline mts{.shepherds = "chip", .steals = true};

}  // namespace disciplines

}  // namespace nuthatch::scheduling
