// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "openmp/model/icvs.hpp"
#include "openmp/model/place_assignment.hpp"
#include "openmp/model/task.hpp"
#include "openmp/model/task_memory.hpp"

namespace nuthatch::openmp {

struct doacross_nest;
class team;
struct work_share;

/// The state of one thread in one team. It belongs to that thread. Other threads only read
/// `thread_num` and `team`, and complete children of its implicit task.
struct alignas(base::interference_size) team_member {
  thread_place place;  ///< unbound unless there is a place list
  icvs own_icvs;       ///< implicit_task.icvs refers to these once the task has set one

  // The fields that the thread reads all the time begin after the part of the record that other
  // threads write, and not in the same pair of cache lines.
  alignas(base::interference_size)
      std::byte padding[base::interference_size - base::cache_line_size] = {};
  task_record record{};  ///< of its implicit task
  task implicit_task;
  openmp::team* team = nullptr;
  std::uint32_t thread_num = 0;
  std::uint32_t single_count = 0;                 ///< number of single constructs encountered
  openmp::work_share* work_share = nullptr;       ///< the last one encountered
  openmp::work_share* last_work_share = nullptr;  ///< the one before that
  std::uint64_t static_trip = 0;  ///< chunks of the loop executed so far, if the schedule is static
  std::uint32_t ordered_chunk = 0;  ///< number of the current chunk of an ordered loop
  bool has_ordered_chunk = false;   ///< has a current chunk
  std::uintptr_t immediate_stack_limit =
      0;                          ///< stack address below which tasks are deferred; see team::enter
  doacross_nest* nest = nullptr;  ///< the enclosing doacross loops, in programs that Clang built
};

}  // namespace nuthatch::openmp
