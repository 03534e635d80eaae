// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace nuthatch {

/// Into how many sizes answers to steal requests are sorted: one task, 2 to 3, 4 to 7, and so on to
/// 512 or more.
inline constexpr std::size_t answer_sizes = 10;

/// What the workers of a runtime did since it started or since reset_statistics(). Read while tasks
/// run, the counts are a little behind and need not fit each other.
struct statistics {
  std::uint64_t spawns = 0;         ///< spawns; counted only while runtime::count_spawns(true)
  std::uint64_t published = 0;      ///< pieces of work that were put where thieves can take them
  std::uint64_t taken_back = 0;     ///< of these, got back by their owner before anyone took them
  std::uint64_t steals = 0;         ///< pieces of work got from another worker
  std::uint64_t stolen_tasks = 0;   ///< tasks and continuations in them
  std::uint64_t remote_steals = 0;  ///< times work was got from a worker of another chip
  std::uint64_t local_steals = 0;   ///< the same chip, or where that is not known
  std::uint64_t failed_steals =
      0;  ///< attempts on a worker that had shown work, but no longer had it
  std::uint64_t suspensions = 0;  ///< tasks that waited and were switched away from
  std::uint64_t sleeps = 0;       ///< times a worker went to sleep for want of work
  std::uint64_t wakes = 0;        ///< times a worker woke another
  std::uint64_t mailed = 0;       ///< pieces of work sent to another place, or to one worker
  std::uint64_t cross_place_steals =
      0;                          ///< steals from another place; only where options allow them
  std::uint64_t stacks_live = 0;  ///< stacks with the workers now: running, suspended or cached
  std::uint64_t stacks_peak = 0;  ///< the most there ever were
  std::uint64_t fresh_peak =
      0;  ///< the most blocks for fresh tasks there ever were with the workers

  // Of the worker with the most; known only while runtime::count_spawns(true).
  std::uint64_t chain_peak = 0;        ///< stacks in a worker's chain of work-first children
  std::uint64_t owned_fresh_peak = 0;  ///< fresh tasks, where its scheduler counts them

  // Of schedulers whose workers share queues; 0 with others.
  std::uint64_t shared_takes = 0;  ///< works of others, taken from the queue shared with them
  std::uint64_t queue_waits = 0;   ///< times a worker had to wait for another to be done with one
  std::uint64_t inversions = 0;    ///< pieces of work begun while newer ones waited in their queue

  // Of the scheduler `channel`, whose workers ask each other by messages; 0 with others.
  std::uint64_t requests_sent = 0;       ///< steal requests, each counted once
  std::uint64_t requests_declined = 0;   ///< times one reached a worker that had nothing to give
  std::uint64_t requests_forwarded = 0;  ///< of these, sent on to another worker
  std::uint64_t requests_returned = 0;   ///< of these, sent back, since nobody was left to ask
  std::uint64_t requests_answered = 0;   ///< times a thief was sent work
  std::uint64_t direct_steals =
      0;  ///< times a thief took work from a worker that did not answer in time
  std::uint64_t idle_updates = 0;  ///< times the manager was told that an idle worker is no longer
  std::uint64_t poll_hits = 0;     ///< spawns and polls of running tasks that answered a request
  std::uint64_t waited_ns = 0;     ///< nanoseconds that workers waited for work without sleeping
  std::uint64_t all_idle = 0;      ///< times the manager found all workers out of work
  std::array<std::uint64_t, answer_sizes>
      tasks_per_answer{};  ///< answers of one task, of 2 to 3, of 4 to 7, and so on
};

}  // namespace nuthatch
