// SPDX-License-Identifier: Apache-2.0
#pragma once

/// All events that workers count. The enumeration, the statistics of a team, the reports and the
/// reference are generated from this list. A new counter is a line here, a member of statistics,
/// and the place where the event happens.
///
/// EVENT(event, member of statistics, how, when, label, unit, text)
///  - how   sum    the sum over the workers; of several runs, the median is reported
///          most   the highest of the workers; of several runs, the highest is reported
///  - when  always
///          wanted only while counting of spawns is enabled, because it costs time
///  - label in the summary of `nuthatch bench`; empty if it is not shown there
// clang-format off: as a table
#define NUTHATCH_COUNTED_EVENTS(EVENT)                                                            \
  EVENT(spawn, spawns, sum, wanted, "spawns", "tasks", "tasks spawned")                           \
  EVENT(chain_peak, chain_peak, most, wanted, "", "stacks",                                       \
        "stacks in the longest chain of work-first children of a worker")                         \
  EVENT(owned_fresh_peak, owned_fresh_peak, most, wanted, "", "tasks",                            \
        "fresh tasks of the worker with the most, where its scheduler counts them")               \
  EVENT(publish, published, sum, always, "", "pieces of work",                                    \
        "pieces of work put where thieves can take them")                                         \
  EVENT(take_back, taken_back, sum, always, "", "pieces of work",                                 \
        "of these, taken back by their owner before a thief came")                                \
  EVENT(steal, steals, sum, always, "steals", "pieces of work",                                   \
        "pieces of work taken from another worker")                                               \
  EVENT(stolen_tasks, stolen_tasks, sum, always, "", "tasks", "tasks and continuations in them")  \
  EVENT(remote_steal, remote_steals, sum, always, "", "steals",                                   \
        "times a worker stole from one of another chip, as far as it is known where they are")    \
  EVENT(local_steal, local_steals, sum, always, "", "steals",                                     \
        "times a worker stole from one of the same chip, or of an unknown one")                   \
  EVENT(failed_steal, failed_steals, sum, always, "failed steals", "attempts",                    \
        "attempts on a worker that had shown work, but no longer had it")                         \
  EVENT(suspend, suspensions, sum, always, "", "tasks",                                           \
        "tasks that waited and were switched away from")                                          \
  EVENT(sleep, sleeps, sum, always, "", "times",                                                  \
        "times a worker went to sleep because it found no work")                                  \
  EVENT(wake, wakes, sum, always, "", "times", "times a worker woke another")                     \
  EVENT(mail, mailed, sum, always, "", "pieces of work",                                          \
        "pieces of work sent to another place, or to one worker")                                 \
  EVENT(cross_place_steal, cross_place_steals, sum, always, "", "pieces of work",                 \
        "pieces of work taken from another place, or its mailbox")                                \
  /* Of schedulers whose workers share queues; 0 with others. */                                  \
  EVENT(shared_take, shared_takes, sum, always, "", "pieces of work",                             \
        "pieces of work taken from the worker's own queue where another worker had put them")     \
  EVENT(queue_wait, queue_waits, sum, always, "", "times",                                        \
        "times a worker had to wait for another one to be done with a queue that both use")       \
  EVENT(inversion, inversions, sum, always, "", "pieces of work",                                 \
        "pieces of work begun while newer ones waited in the same queue or with their publisher") \
  /* Of schedulers whose workers ask each other by messages; 0 with others. */                    \
  EVENT(request_sent, requests_sent, sum, always, "", "requests",                                 \
        "requests for work that thieves sent, where they ask by messages; each counts once")      \
  EVENT(request_declined, requests_declined, sum, always, "", "times",                            \
        "times a request reached a worker that had nothing to give")                              \
  EVENT(request_forwarded, requests_forwarded, sum, always, "", "times",                          \
        "of these, times it was sent on to another worker")                                       \
  EVENT(request_returned, requests_returned, sum, always, "", "times",                            \
        "of these, times it was sent back to its thief, because no other worker was left")        \
  EVENT(request_answered, requests_answered, sum, always, "", "times",                            \
        "times a thief was sent work, because it had asked or slept")                             \
  EVENT(direct_steal, direct_steals, sum, always, "", "times",                                     \
        "times a thief took work from a worker that did not answer in time")                      \
  EVENT(idle_update, idle_updates, sum, always, "", "times",                                      \
        "times the manager was told that a worker is idle no longer")                             \
  EVENT(poll_hit, poll_hits, sum, always, "", "times",                                            \
        "spawns and polls of running tasks that answered a request")                              \
  EVENT(waited_ns, waited_ns, sum, always, "", "ns",                                              \
        "nanoseconds that workers waited for work without sleeping")                              \
  EVENT(all_idle, all_idle, sum, always, "", "times",                                             \
        "times the manager found all workers out of work")
// clang-format on
