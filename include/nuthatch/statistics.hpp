// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace nuthatch {

/// The number of size classes of answers to steal requests: one task, 2 to 3, 4 to 7, and so on, up
/// to 512 or more.
inline constexpr std::size_t answer_sizes = 10;

/// Counts of what the workers of a runtime have done since it started or since reset_statistics().
/// While tasks run, the counts lag slightly behind and may be inconsistent with each other.
struct statistics {
  std::uint64_t spawns = 0;         ///< spawns; counted only while runtime::count_spawns(true)
  std::uint64_t published = 0;      ///< work items put where thieves can take them
  std::uint64_t taken_back = 0;     ///< published items that their owner took before a thief did
  std::uint64_t steals = 0;         ///< work items got from another worker
  std::uint64_t stolen_tasks = 0;   ///< tasks and continuations in these items
  std::uint64_t remote_steals = 0;  ///< times work was got from a worker of another chip
  std::uint64_t local_steals = 0;   ///< within a chip, or where the chip is unknown
  std::uint64_t failed_steals =
      0;  ///< attempts on a worker that had shown work, but no longer had any
  std::uint64_t suspensions = 0;  ///< tasks that waited and gave up their stack
  std::uint64_t sleeps = 0;       ///< times a worker went to sleep for lack of work
  std::uint64_t wakes = 0;        ///< times a worker woke another
  std::uint64_t mailed = 0;       ///< work items sent to another place, or to one worker
  std::uint64_t cross_place_steals =
      0;                          ///< steals from another place; only where options allow them
  std::uint64_t stacks_live = 0;  ///< stacks with the workers now: running, suspended or cached
  std::uint64_t stacks_peak = 0;  ///< the maximum of stacks_live
  std::uint64_t fresh_peak = 0;   ///< maximal number of blocks for fresh tasks with the workers

  // The maximum over the workers; known only while runtime::count_spawns(true).
  std::uint64_t chain_peak = 0;        ///< stacks in a worker's chain of work-first children
  std::uint64_t owned_fresh_peak = 0;  ///< fresh tasks, if its scheduler counts them

  // For schedulers whose workers share queues; 0 with others.
  std::uint64_t shared_takes = 0;  ///< items of other workers, taken from a shared queue
  std::uint64_t queue_waits = 0;   ///< times a worker waited for another to release a queue
  std::uint64_t inversions = 0;    ///< work items that began while newer ones waited in their queue

  // For the scheduler `channel`, whose workers send each other steal requests; 0 with others.
  std::uint64_t requests_sent = 0;       ///< steal requests, each counted once
  std::uint64_t requests_declined = 0;   ///< times one reached a worker without spare work
  std::uint64_t requests_forwarded = 0;  ///< declined requests sent on to another worker
  std::uint64_t requests_returned = 0;   ///< declined requests sent back, as no worker was left
  std::uint64_t requests_answered = 0;   ///< times a thief was sent work
  std::uint64_t direct_steals =
      0;  ///< times a thief took work from a worker that did not answer in time
  std::uint64_t idle_updates = 0;  ///< times the manager learned that an idle worker has work
  std::uint64_t poll_hits = 0;     ///< spawns and polls of running tasks that answered a request
  std::uint64_t waited_ns = 0;     ///< nanoseconds that workers waited for work without sleeping
  std::uint64_t all_idle = 0;      ///< times the manager found all workers out of work
  std::array<std::uint64_t, answer_sizes>
      tasks_per_answer{};  ///< answers of one task, of 2 to 3, of 4 to 7, and so on
};

}  // namespace nuthatch
