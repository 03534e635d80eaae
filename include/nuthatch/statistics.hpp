#pragma once

#include <cstdint>

namespace nuthatch {

/// What the workers of a runtime did since it started or since reset_statistics(). Read while tasks
/// run, the counts are a little behind and need not fit each other.
struct statistics {
  std::uint64_t spawns = 0;        ///< spawns; counted only while runtime::count_spawns(true)
  std::uint64_t published = 0;     ///< pieces of work that were put where thieves can take them
  std::uint64_t taken_back = 0;    ///< of these, got back by their owner before anyone took them
  std::uint64_t steals = 0;        ///< pieces of work taken from another worker
  std::uint64_t stolen_tasks = 0;  ///< tasks and continuations in them
  std::uint64_t failed_steals =
      0;  ///< attempts on a worker that had shown work, but no longer had it
  std::uint64_t suspensions = 0;  ///< tasks that waited and were switched away from
  std::uint64_t sleeps = 0;       ///< times a worker went to sleep for want of work
  std::uint64_t wakes = 0;        ///< times a worker woke another
  std::uint64_t stacks_live = 0;  ///< stacks with the workers now: running, suspended or cached
  std::uint64_t stacks_peak = 0;  ///< the most there ever were
  std::uint64_t fresh_peak =
      0;  ///< the most blocks for fresh tasks there ever were with the workers
};

}  // namespace nuthatch
