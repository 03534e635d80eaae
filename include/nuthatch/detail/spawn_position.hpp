#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// Where a task is in the tree of all spawns, the same in every run of a program: which task it is,
/// and how many it has spawned. Numbers of tasks are kept only where somebody wants them; see
/// src/core/positions.hpp.
struct spawn_position {
  std::uint64_t task;    ///< 0: not known
  std::uint64_t spawns;  ///< so many of its spawns lie before
};

}  // namespace nuthatch::detail
