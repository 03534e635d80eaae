// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// Where a task is in the tree of all spawns, the same in every run of a program: which task it is,
/// and how many it has spawned. Numbers of tasks are kept only where somebody wants them; see
/// src/core/positions.hpp.
///
/// Beside that it says in which part of its region it is (core/region_parts.hpp), which may be
/// another one in the next run.
struct spawn_position {
  std::uint64_t task;    ///< 0: not known
  std::uint64_t spawns;  ///< so many of its spawns lie before; above these bits, the part

  static constexpr unsigned count_bits = 40;
  static constexpr unsigned part_bits = 24;

  [[nodiscard]] constexpr std::uint64_t count() const noexcept {
    return spawns & ((std::uint64_t{1} << count_bits) - 1);
  }

  [[nodiscard]] constexpr std::uint32_t part() const noexcept {
    return static_cast<std::uint32_t>(spawns >> count_bits);
  }

  /// The same place, said to be in another part.
  [[nodiscard]] constexpr spawn_position in_part(std::uint32_t other) const noexcept {
    return {task, count() | std::uint64_t{other} << count_bits};
  }
};

/// What a work is that a worker takes up: of the spawn that it is named by. See core/observer.hpp.
enum class begun_as : std::uint8_t {
  region,        ///< a numbered region, of which this is the root
  former_stack,  ///< a task goes on where it was before it went to another stack; that is no step
  waited,        ///< a task goes on that had waited for something else than its spawns
  continuation,  ///< what follows a work-first spawn
  callable,      ///< what follows a help-first one of fork_join: its second callable
  child,         ///< what was spawned, a task of its own
  joined,        ///< the spawner goes on, having waited for this spawn, its newest, and for older
  ended,         ///< the spawner goes on after a finish that ended at this position
  own_child      ///< a child that was given away, and that its join had back and ran in its place
};

/// The name of a work, the same in every run.
struct work_name {
  spawn_position at;    ///< the spawn
  std::uint32_t depth;  ///< of a finish: how many are around it
  begun_as how;
};

}  // namespace nuthatch::detail
