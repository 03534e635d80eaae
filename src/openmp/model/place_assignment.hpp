// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Consecutive places of the place list.
struct place_range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const place_range&, const place_range&) = default;
};

/// The place of a thread, and the place partition for its regions.
struct thread_place {
  static constexpr std::uint32_t unbound = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t place = unbound;
  place_range partition;

  friend bool operator==(const thread_place&, const thread_place&) = default;
};

/// The places of a team's threads, by the affinity policy `bind` and the place of the primary
/// thread, which keeps its place. With P places and T threads:
///
///     primary  all at the primary's place
///     close    one at each place from the primary's on; where T > P, first T / P of them at each
///              place, then those that are left at one place each. `any` is the same.
///     spread   the same where T > P, but each member has its place alone as its partition. Else
///              the places fall into T parts, the first P % T of which have one place more. Part
///              after part has a member at its first place; the primary's own part is the first.
///
/// The first place follows the last one.
struct place_assignment {
  proc_bind bind = proc_bind::false_;
  std::uint32_t team_size = 0;
  thread_place primary;

  friend bool operator==(const place_assignment&, const place_assignment&) = default;
};

/// The place of one thread. The place list must not be empty.
[[nodiscard]] thread_place thread_place_of(const place_assignment& all,
                                           std::uint32_t number) noexcept;

/// The first CPU of each thread's place.
[[nodiscard]] std::vector<unsigned> cpus_of(const place_assignment& all, const place_list& places);

}  // namespace nuthatch::openmp
