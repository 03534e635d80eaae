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
struct thread_place {
  static constexpr std::uint32_t unbound = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t place = unbound;
  place_range partition;

  friend bool operator==(const thread_place&, const thread_place&) = default;
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
struct place_assignment {
  binding bind = binding::none;
  std::uint32_t team_size = 0;
  thread_place primary;

  friend bool operator==(const place_assignment&, const place_assignment&) = default;
};

/// Where that member is. There have to be places.
[[nodiscard]] thread_place thread_place_of(const place_assignment& all,
                                           std::uint32_t number) noexcept;

/// The first cpu of each member's place.
[[nodiscard]] std::vector<unsigned> cpus_of(const place_assignment& all, const place_list& places);

}  // namespace nuthatch::openmp
