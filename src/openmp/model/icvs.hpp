// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"
#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

/// The number of a team in its league.
struct team_in_league {
  std::int32_t team_num = 0;
  std::int32_t num_teams = 1;

  friend bool operator==(const team_in_league&, const team_in_league&) = default;
};

/// The internal control variables (ICVs) of which each data environment has a copy. A task may set
/// them for itself and for the regions and tasks that it generates.
struct icvs {
  std::uint32_t nthreads;  ///< for the next parallel region
  std::uint32_t max_active_levels;
  loop_schedule run_sched;
  std::int32_t default_device;
  std::uint32_t thread_limit;
  proc_bind bind;
  bool dynamic;
  allocator_handle allocator;  ///< used where a directive names no allocator
  team_in_league league;       ///< cannot be set, but is inherited like an ICV

  friend bool operator==(const icvs&, const icvs&) = default;
};

/// The ICVs of an initial task, from the environment.
[[nodiscard]] const icvs& initial_icvs() noexcept;

}  // namespace nuthatch::openmp
