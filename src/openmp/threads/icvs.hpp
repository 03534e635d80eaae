// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"
#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

/// Which of the teams of a teams construct it is.
struct team_in_league {
  std::int32_t team_num = 0;
  std::int32_t num_teams = 1;

  friend bool operator==(const team_in_league&, const team_in_league&) = default;
};

/// What a task may set for itself and for the regions and tasks that it begins: OpenMP's internal
/// control variables, as far as each data environment has its own.
struct icvs {
  std::uint32_t nthreads;  ///< of the next region
  std::uint32_t max_active_levels;
  loop_schedule run_sched;
  std::int32_t default_device;
  std::uint32_t thread_limit;
  binding bind;
  bool dynamic;
  allocator_handle allocator;  ///< where none is said
  team_in_league league;       ///< is not set, but inherited as the others are

  friend bool operator==(const icvs&, const icvs&) = default;
};

/// Those that a thread begins with, as the environment says.
[[nodiscard]] const icvs& initial_icvs() noexcept;

}  // namespace nuthatch::openmp
