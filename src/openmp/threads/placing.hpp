// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Places of the list that come after each other.
struct place_range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const place_range&, const place_range&) = default;
};

/// Where a member of a team is: at a place, and for the regions that it begins, among which places.
/// OpenMP calls these its place partition.
struct spot {
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t place = nowhere;
  place_range partition;

  friend bool operator==(const spot&, const spot&) = default;
};

/// Where the members of a team are to be: by `bind`, as seen from where the primary is, which stays
/// there. With P places and T members:
///
///     primary  all at the primary's place
///     close    one at each place from the primary's on; where T > P, first T / P of them at each
///              place, then those that are left at one place each. `any` is the same.
///     spread   the same where T > P, but each member has its place alone as its partition. Else
///              the places fall into T parts, the first P % T of which have one place more. Part
///              after part has a member at its first place; the primary's own part is the first.
///
/// After the last place comes the first one.
struct placing {
  binding bind = binding::none;
  std::uint32_t members = 0;
  spot primary;

  friend bool operator==(const placing&, const placing&) = default;
};

/// Where that member is. There have to be places.
[[nodiscard]] spot spot_of(const placing& all, std::uint32_t number) noexcept;

/// The first cpu of each member's place.
[[nodiscard]] std::vector<unsigned> cpus_of(const placing& all, const place_list& places);

}  // namespace nuthatch::openmp
