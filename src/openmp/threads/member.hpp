// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_memory.hpp"
#include "openmp/threads/icvs.hpp"
#include "openmp/threads/placing.hpp"

namespace nuthatch::openmp {

struct doacross_nest;
class team;
struct work_share;

/// What one thread is in one team. Its own: others read `number` and `of` only, and end children of
/// its implicit task.
struct alignas(base::interference_size) member {
  spot at;        ///< nowhere unless there are places
  icvs own_icvs;  ///< where implicit.icvs points once it has set something

  // What the thread looks at all the time begins where the part of the record ends that others
  // write, and not in the same pair of lines.
  alignas(base::interference_size)
      std::byte apart[base::interference_size - base::cache_line_size] = {};
  task_record record{};  ///< of its implicit task
  task implicit;
  team* of = nullptr;
  std::uint32_t number = 0;
  std::uint32_t singles = 0;     ///< single constructs that it came to
  work_share* share = nullptr;   ///< the last that it came to
  work_share* before = nullptr;  ///< the one before that
  std::uint64_t trips = 0;       ///< pieces that it had of the share, where they are dealt in turn
  std::uint32_t turn = 0;        ///< of the piece that it has, where they are ordered
  bool has_turn = false;         ///< has such a piece
  std::uintptr_t deep_below =
      0;  ///< where tasks are not executed at once any more; see team::enter
  doacross_nest* nest = nullptr;  ///< that it is in, in programs that Clang built
};

}  // namespace nuthatch::openmp
