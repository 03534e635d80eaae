// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_memory.hpp"
#include "openmp/threads/icvs.hpp"
#include "openmp/threads/place_assignment.hpp"

namespace nuthatch::openmp {

struct doacross_nest;
class team;
struct work_share;

/// What one thread is in one team. Its own: others read `thread_num` and `team` only, and end
/// children of its implicit task.
struct alignas(base::interference_size) team_member {
  thread_place place;  ///< nowhere unless there are places
  icvs own_icvs;       ///< where implicit.icvs points once it has set something

  // What the thread looks at all the time begins where the part of the record ends that others
  // write, and not in the same pair of lines.
  alignas(base::interference_size)
      std::byte padding[base::interference_size - base::cache_line_size] = {};
  task_record record{};  ///< of its implicit task
  task implicit_task;
  openmp::team* team = nullptr;
  std::uint32_t thread_num = 0;
  std::uint32_t single_count = 0;                 ///< single constructs that it came to
  openmp::work_share* work_share = nullptr;       ///< the last that it came to
  openmp::work_share* last_work_share = nullptr;  ///< the one before that
  std::uint64_t static_trip =
      0;  ///< chunks that it had of the share, where they are assigned in turn
  std::uint32_t ordered_chunk = 0;  ///< of the chunk that it has, where they are ordered
  bool has_ordered_chunk = false;   ///< has such a chunk
  std::uintptr_t immediate_stack_limit =
      0;  ///< where tasks are not executed at once any more; see team::enter
  doacross_nest* nest = nullptr;  ///< that it is in, in programs that Clang built
};

}  // namespace nuthatch::openmp
