// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"
#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

/// Which of the teams of a teams construct it is.
struct league_place {
  std::int32_t team = 0;
  std::int32_t teams = 1;

  friend bool operator==(const league_place&, const league_place&) = default;
};

/// What a task may set for itself and for the regions and tasks that it begins: OpenMP's internal
/// control variables, as far as each data environment has its own.
struct controls {
  std::uint32_t threads;  ///< of the next region
  std::uint32_t active_levels;
  loop_schedule of_loops;
  std::int32_t default_device;
  std::uint32_t thread_limit;
  binding bind;
  bool dynamic;
  allocator_handle allocator;  ///< where none is said
  league_place league;         ///< is not set, but inherited as the others are

  friend bool operator==(const controls&, const controls&) = default;
};

/// Those that a thread begins with, as the environment says.
[[nodiscard]] const controls& initial_controls() noexcept;

}  // namespace nuthatch::openmp
