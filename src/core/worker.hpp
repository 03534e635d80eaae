// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/private_tasks.hpp>
#include <nuthatch/detail/worker.hpp>

#include "base/cache_line.hpp"
#include "base/random.hpp"
#include "core/memory/stack_supply.hpp"
#include "core/places/mailbox.hpp"
#include "core/process/process_fork.hpp"
#include "core/publishing/publish_quota.hpp"
#include "core/replay/pedigree_tracker.hpp"
#include "core/spawning/spawn_plan.hpp"
#include "core/waiting/stale_tasks.hpp"
#include "core/work_item.hpp"
#include "trace/event.hpp"

namespace nuthatch::detail {
class group_state;
}

namespace nuthatch::core {

class replay_controller;
struct suspended_join;
struct place;
struct search_state;
class team;
enum class lane : std::uint8_t;
enum class idle_action : std::uint8_t;

/// Bits of the poll word. A sticky bit stays set; the others are cleared when they are served.
enum poll_bit : std::uint32_t {
  work_wanted = 1,           ///< a worker found no work: publish some at the next chance
  spawns_counted = 2,        ///< statistics are on: report every spawn. Sticky.
  stacks_wanted = 4,         ///< a worker got no stack: return the cached ones
  costs_counted = 8,         ///< the platform charges what tasks do. Sticky.
  pedigrees_tracked = 32,    ///< each task counts its spawns; see pedigrees.hpp
  publish_every_spawn = 64,  ///< hand every spawn to the scheduler at once. Sticky.
  finishes_watched = 128,    ///< a finish is stopped, or limits its workers: ask finishes
  in_forked_process = 16     ///< this is the child of a fork; see process_fork.hpp. Sticky.
};

/// Bits that select a mode. None of them is a request.
inline constexpr std::uint32_t mode_bits =
    spawns_counted | costs_counted | pedigrees_tracked | publish_every_spawn | finishes_watched;

/// Action that completes a suspension. It runs on the worker's own stack, once the stack of the
/// suspended task is saved. Returns true if the task can resume at once.
struct commit_action {
  bool (*call)(void*) noexcept;
  void* argument;
};

/// The frames and asyncs of a suspended task that resumes on the same worker. No other worker can
/// take them meanwhile. The object lies on the task's stack.
struct retained_frames {
  detail::fiber* task;
  detail::frame_list frames;
  detail::private_tasks asyncs;
  const detail::join_counter*
      restricts_worker;    // until this join is done, the worker runs only its tasks
  retained_frames* older;  // the previous one of the same worker
};

class worker;

/// The worker of the calling thread while it destroys the closure of a task that it could not
/// start; else null. To code that the destructor calls, the thread is a foreign one.
extern constinit thread_local worker* refusing_worker;

/// The state of one OS thread or virtual thread that runs tasks. README.md in this folder specifies
/// the protocol.
///
/// Roles: the owner is the thread that executes run(). Functions on the "task" side are called by
/// the owner while it is on a task's stack, the others on its own stack.
class worker : public detail::worker {
 public:
  worker(core::team& of, unsigned index, place& in);
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;
  ~worker() = default;

  /// Body of the worker: executes work until the team stops.
  void run();

  [[nodiscard]] core::team& team() const noexcept { return team_; }

  [[nodiscard]] unsigned index() const noexcept { return index_; }

  /// The place that the worker belongs to.
  [[nodiscard]] place& where() const noexcept { return where_; }

  /// Work items that were sent to this worker. No other worker takes them.
  [[nodiscard]] mailbox& inbox() noexcept { return inbox_; }

  /// Whether mail is waiting in the worker's inbox or in its place. The loads are sequentially
  /// consistent, as a sleeper's last look requires.
  [[nodiscard]] bool has_mail() const noexcept;

  /// Whether this worker may resume a task that has this destination.
  [[nodiscard]] bool serves(detail::destination wanted) const noexcept;

  /// Whether this worker is to resume the runnable `task` now and directly. Owner.
  [[nodiscard]] bool may_resume(const detail::fiber& task) noexcept;

  /// The destination of a task that suspends on this worker.
  [[nodiscard]] detail::destination resume_destination() const noexcept;

  /// Counts a steal from `victim` of work items that stand for `tasks` tasks. Owner.
  void note_steal(unsigned victim, std::uint64_t tasks) noexcept;

  /// Returns the replay controller of the work items of tasks there, or null if there is none.
  [[nodiscard]] replay_controller* replay_for(detail::pedigree at) const noexcept;

  [[nodiscard]] base::random_source& random() noexcept { return random_; }

  [[nodiscard]] trace::event_counters& counters() noexcept { return counters_; }

  [[nodiscard]] const trace::event_counters& counters() const noexcept { return counters_; }

  void any_request(std::uint32_t bits) noexcept {
    // Its release half pairs with take_request.
    polled.any_set_missing(bits);
  }

  /// As any_request, but is never merged with an older request that the owner is serving just now.
  /// The read-modify-write either comes after the owner's, and the bit stays set, or the owner's
  /// reads it and then sees everything that the caller wrote before.
  void any_request_ordered(std::uint32_t bits) noexcept { polled.any_set(bits); }

  /// Returns whether `wanted` is requested, and clears the request. Later requests are new ones.
  /// Owner.
  [[nodiscard]] bool take_request(poll_bit wanted) noexcept {
    // Its acquire half pairs with the requester's change. If the requester goes to sleep
    // afterwards, the owner sees it asleep once it has served the request (see sleepers).
    return polled.any_clear(wanted);
  }

  /// Counts this worker among those that search for work, and stops counting it. A new worker
  /// counts from the start. Call begin_search before any thread can observe that the task has
  /// ended: that thread may spawn at once and should know of this worker. Owner.
  void begin_search() noexcept;
  void end_search() noexcept;

  /// Pauses as `find_result` of the failed search states. Owner.
  void pause_search(idle_action how, const search_state& now);

  /// Whether the worker may request work from itself on behalf of idle workers, whose own request
  /// may not have arrived yet, or was merged with others. Limits the rate, so that a program of
  /// tiny tasks loses no more than a few percent. Owner.
  [[nodiscard]] bool may_request_from_self() noexcept;

  /// Requests work from this worker itself if one nearby is idle. Call it where a long stretch
  /// without spawns may follow the next spawn.
  void request_from_self() noexcept;

  /// Whether the most recent publication was one of siblings. Owner.
  [[nodiscard]] bool published_siblings() const noexcept { return published_siblings_; }

  /// Counts work that this worker published and took back. The workers that it was published for
  /// are still waiting. Task side.
  void note_take_back() noexcept;

  /// Makes adaptive spawns follow `next` from now on. Owner, or any thread before the worker runs.
  void follow(spawn_plan next) noexcept;

  /// The rest of the current plan.
  [[nodiscard]] spawn_plan plan() const noexcept { return plan_; }

  /// The number of fresh tasks in the worker's private lists: asyncs, callables of forks, and
  /// children of scopes that it spawned help-first or stole. Walks frames only up to `most`. Owner.
  [[nodiscard]] std::uint64_t count_fresh_here(std::uint64_t most) const noexcept;

  /// Whether the lists of asyncs, tasks of groups and launched tasks are empty. Owner.
  [[nodiscard]] bool keeps_no_tasks() const noexcept {
    return asyncs.empty() && group_tasks.empty() && launched_.empty();
  }

  /// Whether the worker has anything to publish. Owner.
  [[nodiscard]] bool keeps_some() const noexcept { return !frames.empty() || !keeps_no_tasks(); }

  /// The number of items that the worker could publish. Walks frames only up to `most`. Owner.
  [[nodiscard]] std::uint64_t count_items_here(std::uint64_t most) const noexcept;

  /// The number of stacks in the chain that ends with the running task. Task side.
  [[nodiscard]] std::uint32_t chain_length() const noexcept;

  /// Whether the worker may publish stolen siblings before it runs one of them. It must not pass on
  /// all of them twice in a row, or they would only travel.
  [[nodiscard]] bool may_pass_on() const noexcept { return !passed_on_; }

  void note_passed_on(bool all) noexcept { passed_on_ = all; }

  // ---- task side; the headers call the first four ----

  /// See detail::choose_slow.
  [[nodiscard]] spawn_policy choose();

  /// Serves the requests in the poll word.
  void serve_requests() noexcept;

  /// Whether every spawn goes to the scheduler at once. That holds if the scheduler wants it,
  /// except while a replay keeps work items on this worker, and while stacks are scarce: then tasks
  /// should run on the stacks that wait for them.
  [[nodiscard]] bool publishes_every_spawn() const noexcept;

  /// Publishes what is left of a spawn at once if publishes_every_spawn().
  void publish_spawn() noexcept;

  /// As serve_requests(), after a spawn, and counts the spawn if that is requested. The overloads
  /// are for spawns outside of recorded regions, for a child that is being called, for a fork, for
  /// a child of a scope, and for an async.
  void spawned_slow() noexcept;
  bool child_begun_slow(detail::join_counter& join) noexcept;
  void spawned_slow(detail::fork_frame& pending) noexcept;
  void spawned_slow(detail::children_frame& of) noexcept;
  void spawned_slow(const detail::task& made) noexcept;

  /// The remainders of spawns in the worker's list: their number, and the spawn that the oldest
  /// follows.
  struct remainders_here {
    unsigned count;
    detail::pedigree oldest;
  };

  [[nodiscard]] remainders_here count_remainders() noexcept;

  /// Whether spawns of the running task may run on another worker from now on.
  [[nodiscard]] bool spawns_may_migrate() noexcept;

  /// The depth of a finish that begins here.
  [[nodiscard]] std::uint32_t depth_of_finishes() const noexcept {
    return finish == nullptr ? 0 : finish->depth + 1;
  }

  /// Whether tasks have pedigrees at present.
  [[nodiscard]] bool tracks_pedigrees() const noexcept {
    return (polled.requests() & pedigrees_tracked) != 0;
  }

  /// Whether there may be a finish that is stopped or limits its workers. In a forked process, no
  /// bit tells.
  [[nodiscard]] bool watches_finishes() const noexcept {
    return (polled.requests() & (finishes_watched | in_forked_process)) != 0;
  }

  /// The pedigrees of its tasks.
  [[nodiscard]] pedigree_tracker& pedigrees() noexcept { return pedigrees_; }

  /// Charges `ns` nanoseconds of work to the running task.
  void charge_work(std::uint64_t ns);

  /// Publishes all private tasks and frames.
  void publish_all() noexcept;

  /// Publishes a spawned task that is bound to no stack chain. Returns the pedigree of the spawn.
  detail::pedigree push_spawned(work_item ready, region_membership where);

  /// Publishes a task that resumes after a wait, or a task that is put back.
  void push_off_chain(work_item ready) noexcept;

  /// Publishes a task that was suspended and whose destination this worker serves.
  void put_resumed(detail::fiber& task) noexcept;

  /// Keep a task that was launched here, and take it back. `pop_launched` requires that it is still
  /// here.
  void push_launched(detail::task& made);
  void pop_launched(detail::task& launched) noexcept;

  /// Keeps a task of a group that lies on the running stack (K1).
  void keep_group_task(detail::group_state& of, detail::task& made) noexcept;

  /// Publish all tasks of a list, asyncs or tasks of groups; all of both lists; and these and all
  /// launched tasks.
  void publish_list(detail::private_tasks& list) noexcept;
  void publish_counted() noexcept;
  void publish_private() noexcept;

  /// Publishes all tasks of a list, so that this worker turns to other work.
  void stop_draining(detail::private_tasks& list) noexcept;

  /// Whether work that is bound to no stack may be waiting for this worker to search for work.
  /// Owner.
  [[nodiscard]] bool others_wait() const noexcept;

  /// Sends a spawned task to another place.
  void send_spawned(work_item ready, place& into);

  /// Saves the running task, publishes everything it has, and runs other work. Returns the worker
  /// that resumes the task. No exception may be in flight or being handled on any stack below the
  /// task's own.
  ///
  /// The task resumes in the place of this worker, or at `where`.
  worker& suspend(commit_action then, suspended_join* inside = nullptr);
  worker& suspend(commit_action then, detail::destination where);
  worker& suspend(commit_action then,
                  detail::destination where,
                  const detail::work_id& as,
                  suspended_join* joins);

  /// Whether a strict replay keeps this worker's work items here and in order, whatever others
  /// request.
  [[nodiscard]] bool keeps_to_schedule() const noexcept;

  /// The frames that suspended tasks keep on this worker, newest first.
  [[nodiscard]] const retained_frames* retained() const noexcept { return retained_; }

  /// Publishes all of these frames. Call it on the worker's own stack.
  void publish_retained_frames() noexcept;

  /// Takes back a work item of its frames. Returns false if another worker has it. `ended` is the
  /// task hash of the child that ends, or 0 at a join.
  [[nodiscard]] bool take_back(work_item wanted, std::uint64_t ended) noexcept;

  /// Takes back a task that `join` counts. See dispatcher::owner_take_child_of.
  [[nodiscard]] work_item take_child_back(const detail::join_counter& join, lane from);

  /// Call this before anything that needs other workers, or a lock that they may hold. Ends the
  /// program in a child process.
  void require_team() const noexcept {
    if (is_in_forked_process(*this)) [[unlikely]] {
      end_in_forked_process();
    }
  }

  /// Ends the running task: resumes `next`, or searches for work if it is null.
  [[noreturn]] void leave(detail::fiber* next);

  /// The fiber that the caller runs on.
  [[nodiscard]] detail::fiber& running() const noexcept;

  /// Provides stacks if its cache is empty.
  [[nodiscard]] stack_supply& supply() noexcept { return supply_; }

  /// The work item that a fresh fiber starts with.
  [[nodiscard]] work_item take_starting_item() noexcept;

  /// The worker that runs on the calling thread.
  [[nodiscard]] static worker& current() noexcept {
    return static_cast<worker&>(detail::current_worker());
  }

  /// Runs other work on top of a destructor that waits (see refusing_worker), until ready(of).
  void work_until(bool (*ready)(const void*) noexcept, const void* of);

  [[nodiscard]] stale_tasks& stale() noexcept { return stale_; }

  /// The worker's own stack, for the sanitizers.
  [[nodiscard]] detail::fiber& own_stack() noexcept { return scheduler_fiber_; }

 private:
  // Publishing, in publish.cpp.
  unsigned publish(publish_quota wanted) noexcept;
  unsigned publish_frames() noexcept;
  unsigned publish_frame(detail::frame& oldest, publish_quota wanted);
  unsigned publish_continuation(detail::frame& oldest);
  unsigned publish_fork(detail::frame& oldest);
  unsigned publish_children(detail::children_frame& from, publish_quota wanted);
  detail::task* detach_children(detail::children_frame& from, std::uint32_t count);
  [[nodiscard]] std::uint64_t gathered_in(const detail::children_frame& from,
                                          std::uint64_t most) noexcept;
  unsigned publish_siblings(lane in,
                            detail::task* newest_of_them,
                            std::uint32_t count,
                            std::uint32_t piece,
                            detail::finish_state* around);
  void publish(lane in, work_item given);
  [[nodiscard]] std::uint64_t count_in_frames(std::uint64_t most,
                                              bool continuations) const noexcept;
  [[nodiscard]] static bool holds_remainder(const detail::frame* newest) noexcept;
  void publish_remainder(detail::pedigree newest) noexcept;
  void send_child(detail::children_frame& from) noexcept;
  void send_async() noexcept;
  void send_alone(lane in, detail::task& one, detail::finish_state* around) noexcept;

  /// How many tasks to publish, and how many of them per work item.
  struct share {
    std::uint32_t count;
    std::uint32_t piece;
  };

  /// How many tasks were published, and in how many work items.
  struct published {
    std::uint32_t tasks;
    unsigned pieces;
  };

  [[nodiscard]] share share_of(std::uint64_t there,
                               bool being_filled,
                               publish_quota wanted) const noexcept;
  [[nodiscard]] std::uint32_t piece_of_all(std::uint32_t count) const noexcept;

  // The same for private tasks that are in no frame, in private_tasks.cpp.
  unsigned publish_some_of(detail::private_tasks& list, publish_quota wanted) noexcept;
  unsigned publish_launched(unsigned most) noexcept;
  published publish_oldest(detail::private_tasks& list,
                           std::uint32_t most,
                           std::uint32_t piece) noexcept;

  // Running, in run_loop.cpp and searching.cpp.
  [[nodiscard]] work_item next_work();
  [[nodiscard]] work_item look_for_work();
  [[nodiscard]] work_item take_turn_of_inbox();
  void execute(work_item what);
  void enter(detail::fiber& target);
  [[nodiscard]] detail::fiber* complete_suspension();
  worker& suspend_now(commit_action then,
                      detail::destination where,
                      const detail::work_id& as,
                      retained_frames* keeps);
  void retain_frames(retained_frames& in, detail::fiber& of) noexcept;
  void restore_frames(retained_frames& from) noexcept;
  void start(work_item fresh);
  [[nodiscard]] bool begin_without_stack(work_item fresh);
  [[nodiscard]] detail::fiber& put_back_running(detail::fiber* next) noexcept;

  void note_space() noexcept;  // in choosing.cpp

  core::team& team_;
  const unsigned index_;
  place& where_;
  base::random_source random_;
  const detail::task* gathered_newest_ = nullptr;  // never dereferenced
  std::uint64_t gathered_ = 0;                     // children from that one on
  bool passed_on_ = false;                         // see may_pass_on()
  bool spawning_ = false;                          // the request is being served at a spawn
  bool published_siblings_ = false;
  bool off_chain_waits_ = false;  // see others_wait()
  bool searching_ = true;         // whether it is counted in sleepers::searching()
  static constexpr std::uint32_t inbox_fairness = 64;
  std::uint32_t items_of_inbox_ = inbox_fairness;  // taken in a row
  std::uint32_t requests_from_self_ = 0;           // number of requests since asking_since_ns_
  std::uint64_t asking_since_ns_ = 0;
  detail::fiber scheduler_fiber_{};      // `self` is the context of run()
  detail::fiber* suspending_ = nullptr;  // the suspended task that `suspend_action_` completes
  commit_action suspend_action_{nullptr, nullptr};
  retained_frames* retained_ = nullptr;  // of waiting tasks
  work_item starting_item_;
  pedigree_tracker pedigrees_{*this};
  stack_supply supply_{*this};
  detail::private_tasks launched_;  // the other tasks are in the part that the headers know
  spawn_plan plan_{spawn_policy::help_first, spawn_plan::until_told};
  stale_tasks stale_;
  trace::event_counters counters_;
  alignas(base::interference_size) mailbox inbox_;  // others write it
};

}  // namespace nuthatch::core
