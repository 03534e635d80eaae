#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

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
};

/// Those that a thread begins with, as the environment says.
[[nodiscard]] const controls& initial_controls() noexcept;

}  // namespace nuthatch::openmp
