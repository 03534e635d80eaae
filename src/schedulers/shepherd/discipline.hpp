// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace nuthatch::scheduling {

/// How shepherds schedule: a row of Table 1 of the paper.
struct discipline {
  /// Which workers form a shepherd where nobody says; see shepherds_of().
  std::string_view shepherds;
  /// Workers take the oldest of their queue; else the newest.
  bool first_in_first_out = false;
  /// New tasks go to all shepherds in turn; else to that of who spawns them.
  bool round_robin = false;
  /// Who finds nothing with its own shepherd takes the oldest from others.
  bool steals = false;
  /// Whose turn it is then, where nobody says: the nearest, else anybody.
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
