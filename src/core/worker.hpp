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

namespace nuthatch::core {

class replay_controller;
struct suspended_join;
struct place;
struct search_state;
class team;
enum class lane : std::uint8_t;
enum class idle_action : std::uint8_t;

/// Bits of the poll word.
enum poll_bit : std::uint32_t {
  work_wanted = 1,           ///< some worker found nothing: publish work at the next chance
  spawns_counted = 2,        ///< statistics: every spawn is to be reported. Sticky.
  stacks_wanted = 4,         ///< some worker got no stack: return what is cached
  costs_counted = 8,         ///< the platform wants to know what tasks do. Sticky.
  pedigrees_tracked = 32,    ///< spawns are counted by task; see pedigrees.hpp
  publish_every_spawn = 64,  ///< every spawn goes to the scheduler at once. Sticky.
  in_forked_process = 16     ///< this is the child of a fork; see process_fork.hpp. Sticky.
};

/// Those that ask for nothing by themselves.
inline constexpr std::uint32_t mode_bits =
    spawns_counted | costs_counted | pedigrees_tracked | publish_every_spawn;

/// What a task leaves to its worker when it is switched away from: called on the worker's own
/// stack, once the task's stack is saved. True: the task can go on at once.
struct commit_action {
  bool (*call)(void*) noexcept;
  void* argument;
};

/// The frames and asyncs of a task that is suspended and goes on on the same worker, and that
/// nobody gets meanwhile. Lies on the task's stack.
struct retained_frames {
  detail::fiber* task;
  detail::frame_list frames;
  detail::private_tasks asyncs;
  const detail::join_counter*
      restricts_worker;    // till that is done, the worker runs what it counts
  retained_frames* older;  // of the same worker
};

class worker;

/// The worker that the calling thread is, while it destroys the closure of a task that it could not
/// start: a foreign thread to what the destructor calls. Else null.
extern constinit thread_local worker* refusing_worker;

/// A worker: one OS thread's (or virtual thread's) state. See README.md in this folder for the
/// protocol.
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

  /// Its place.
  [[nodiscard]] place& where() const noexcept { return where_; }

  /// What was sent to this worker alone. Nobody else takes it.
  [[nodiscard]] mailbox& inbox() noexcept { return inbox_; }

  /// Whether anything was sent here: to its place, or to this worker. As a sleeper's last look has
  /// to be: sequentially consistent.
  [[nodiscard]] bool has_mail() const noexcept;

  /// Whether this worker may go on with a task that has such a destination.
  [[nodiscard]] bool serves(detail::destination wanted) const noexcept;

  /// Whether it is to go on with a task that can, now and directly. Owner.
  [[nodiscard]] bool may_resume(const detail::fiber& task) noexcept;

  /// Where a task goes on that waits here.
  [[nodiscard]] detail::destination resume_destination() const noexcept;

  /// Has stolen work items of that many tasks from another worker. Owner.
  void note_steal(unsigned victim, std::uint64_t tasks) noexcept;

  /// Returns the replay controller of the work items of tasks there, or null if there is none.
  [[nodiscard]] replay_controller* replay_for(detail::pedigree at) const noexcept;

  [[nodiscard]] base::random_source& random() noexcept { return random_; }

  [[nodiscard]] trace::event_counters& counters() noexcept { return counters_; }

  [[nodiscard]] const trace::event_counters& counters() const noexcept { return counters_; }

  void any_request(std::uint32_t bits) noexcept {
    // Looked at first: a bit that is set already must not cost the owner its cache line again.
    if ((poll_word.load(detail::memory_order_relaxed) & bits) != bits) {
      // Its release half pairs with take_request.
      poll_word.fetch_or(bits, detail::memory_order_seq_cst);
    }
  }

  /// As any_request, but never takes an old request that the owner is just serving for
  /// this one: a read-modify-write either comes after the owner's, and stays, or is read by it,
  /// which then sees what the caller has left for it.
  void any_request_ordered(std::uint32_t bits) noexcept {
    poll_word.fetch_or(bits, detail::memory_order_seq_cst);
  }

  /// Whether something is wanted; clears the request. What comes from now on is a new one. Owner.
  [[nodiscard]] bool take_request(poll_bit wanted) noexcept {
    if ((poll_word.load(detail::memory_order_relaxed) & wanted) == 0) {
      return false;
    }
    // Acquire: pairs with the asker's fetch_or, so that an asker that then falls asleep is seen
    // when the request has been served (see sleepers).
    poll_word.fetch_and(~std::uint32_t{wanted}, detail::memory_order_acq_rel);
    return true;
  }

  /// Counts itself among those who look for work, where it does not yet, as a new worker does from
  /// the beginning; and not any more. It begins before somebody can know that its task has ended,
  /// who then goes on to spawn others. Owner.
  void begin_search() noexcept;
  void end_search() noexcept;

  /// Does what a look that found nothing said to do. Owner.
  void pause_search(idle_action how, const search_state& now);

  /// Whether the worker may ask itself for work in the name of those who are out of it and whose
  /// request may not have come yet, or was one with others'. Not so often that it would cost a
  /// program of tiny tasks more than some percent. Owner.
  [[nodiscard]] bool may_request_from_self() noexcept;

  /// Requests work from this worker itself if one nearby is idle. Call it where a long stretch
  /// without spawns may follow the next spawn.
  void request_from_self() noexcept;

  /// Whether what it published last were children of a scope. Owner.
  [[nodiscard]] bool published_siblings() const noexcept { return published_siblings_; }

  /// What this worker had published, it has got back. Those for whom it was go on waiting. Task
  /// side.
  void note_take_back() noexcept;

  /// From now on adaptive spawns follow `next`. Owner, or before the worker runs.
  void follow(spawn_plan next) noexcept;

  /// What is left of the plan.
  [[nodiscard]] spawn_plan plan() const noexcept { return plan_; }

  /// Fresh tasks in the list: callables of forks, and children of scopes that this worker spawned
  /// help-first or stole. Counts, and looks, up to `most`. Owner.
  [[nodiscard]] std::uint64_t count_fresh_here(std::uint64_t most) const noexcept;

  /// Whether there is anything here that the worker could publish. Owner.
  [[nodiscard]] bool keeps_some() const noexcept {
    return !frames.empty() || !asyncs.empty() || !launched_.empty();
  }

  /// What the worker could publish. Counts, and looks, up to `most`. Owner.
  [[nodiscard]] std::uint64_t count_items_here(std::uint64_t most) const noexcept;

  /// How many stacks the chain has on which the running task is the last. Task side.
  [[nodiscard]] std::uint32_t chain_length() const noexcept;

  /// Whether the worker may publish siblings that it has stolen before it runs one: not twice in
  /// a row all of them, so that they do not only travel.
  [[nodiscard]] bool may_pass_on() const noexcept { return !passed_on_; }

  void note_passed_on(bool all) noexcept { passed_on_ = all; }

  // ---- task side; the first four are what the header calls ----

  /// See detail::choose_slow.
  [[nodiscard]] spawn_policy choose();

  /// Serves the poll word.
  void serve_requests() noexcept;

  /// Whether every spawn goes to the scheduler at once: where that wants it, but not where works
  /// are to run here and in this order; nor where stacks are scarce, since then tasks should run on
  /// those that wait for them.
  [[nodiscard]] bool publishes_every_spawn() const noexcept;

  /// What is left of a spawn goes at once, where publishes_every_spawn().
  void publish_spawn() noexcept;

  /// As serve_requests(), after a spawn, which is counted when somebody asked for that: of what is
  /// outside of recorded regions; in a child that is being called; of a fork; of a task of its own.
  void spawned_slow() noexcept;
  void child_begun_slow(detail::join_counter& join) noexcept;
  void spawned_slow(detail::fork_frame& pending) noexcept;
  void spawned_slow(detail::children_frame& of) noexcept;
  void spawned_slow(const detail::task& made) noexcept;

  /// Of what follows spawns, and is here: how many there are, and after which spawn the oldest.
  struct remainders_here {
    unsigned count;
    detail::pedigree oldest;
  };

  [[nodiscard]] remainders_here count_remainders() noexcept;

  /// Whether what the running task spawns from now on may run on another worker.
  [[nodiscard]] bool spawns_may_migrate() noexcept;

  /// The depth of a finish that begins here.
  [[nodiscard]] std::uint32_t depth_of_finishes() const noexcept {
    return finish == nullptr ? 0 : finish->depth + 1;
  }

  /// Whether tasks have numbers.
  [[nodiscard]] bool tracks_pedigrees() const noexcept {
    return (poll_word.load(detail::memory_order_relaxed) & pedigrees_tracked) != 0;
  }

  /// Where its tasks are in the tree of all spawns.
  [[nodiscard]] pedigree_tracker& pedigrees() noexcept { return pedigrees_; }

  /// The running task has done so much of its own work.
  void charge_work(std::uint64_t ns);

  /// Publishes the whole list.
  void publish_all() noexcept;

  /// Takes over a spawned task that is bound to no stack chain, and that others may have at once.
  detail::pedigree push_spawned(work_item ready, region_membership where);

  /// The same for what goes on after a wait, and for what is put back.
  void push_off_chain(work_item ready) noexcept;

  /// The same for a task that was suspended and whose destination this worker serves.
  void put_resumed(detail::fiber& task) noexcept;

  /// Keeps a task that was launched here. `pop_launched` gets it back; it is here still.
  void push_launched(detail::task& made);
  void pop_launched(detail::task& launched) noexcept;

  /// Publishes all asyncs; and the launched tasks as well.
  void publish_asyncs() noexcept;
  void publish_private() noexcept;

  /// Publishes all asyncs, so that this worker comes to other work.
  void stop_draining() noexcept;

  /// Whether there may be work here that is bound to no stack and waits for this worker to look for
  /// work. Owner.
  [[nodiscard]] bool others_wait() const noexcept;

  /// The same for one that is to run in another place.
  void send_spawned(work_item ready, place& into);

  /// Saves the running task, which publishes everything it has, and runs other work. Returns, on
  /// whichever worker resumes the task, that worker. No exception may be in flight or being handled
  /// further down than the task's own stack.
  ///
  /// The task goes on in the place of this worker, or at `where`.
  worker& suspend(commit_action then, suspended_join* inside = nullptr);
  worker& suspend(commit_action then, detail::destination where);
  worker& suspend(commit_action then,
                  detail::destination where,
                  const detail::work_id& as,
                  suspended_join* joins);

  /// Whether it runs works that are to run here and in this order, whoever waits.
  [[nodiscard]] bool keeps_to_schedule() const noexcept;

  /// What suspended tasks keep, the newest first.
  [[nodiscard]] const retained_frames* retained() const noexcept { return retained_; }

  /// Publishes all of that, on the worker's own stack.
  void publish_retained_frames() noexcept;

  /// Gets a work item of its frames back, unless somebody else has it. `ended` is the number of the
  /// child that ends, 0 at a join.
  [[nodiscard]] bool take_back(work_item wanted, std::uint64_t ended) noexcept;

  /// Gets a task that `join` counts back: see dispatcher::owner_take_child_of.
  [[nodiscard]] work_item take_child_back(const detail::join_counter& join, lane from);

  /// Before anything that needs other workers, or a lock that they may hold: not in a child
  /// process.
  void require_team() const noexcept {
    if (is_in_forked_process(*this)) [[unlikely]] {
      end_in_forked_process();
    }
  }

  /// The running task has ended: goes on with `next`, or looks for work.
  [[noreturn]] void leave(detail::fiber* next);

  /// The fiber that the caller runs on.
  [[nodiscard]] detail::fiber& running() const noexcept;

  /// Where stacks come from once its cache has none.
  [[nodiscard]] stack_supply& supply() noexcept { return supply_; }

  /// The work that a fresh fiber starts with.
  [[nodiscard]] work_item take_starting_item() noexcept;

  /// The worker that the calling thread is.
  [[nodiscard]] static worker& current() noexcept {
    return static_cast<worker&>(*detail::this_worker());
  }

  /// For a destructor of such a closure that waits: works on, on top of it, until ready(of).
  void work_until(bool (*ready)(const void*) noexcept, const void* of);

  [[nodiscard]] stale_tasks& stale() noexcept { return stale_; }

  /// The worker's own stack, as the sanitizers know it.
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

  /// So many tasks go, in pieces of so many.
  struct share {
    std::uint32_t count;
    std::uint32_t piece;
  };

  /// So many went, in so many pieces.
  struct published {
    std::uint32_t tasks;
    unsigned pieces;
  };

  [[nodiscard]] share share_of(std::uint64_t there,
                               bool being_filled,
                               publish_quota wanted) const noexcept;
  [[nodiscard]] std::uint32_t piece_of_all(std::uint32_t count) const noexcept;

  // The same for what is in no frame, in private_tasks.cpp.
  unsigned publish_some_asyncs(publish_quota wanted) noexcept;
  unsigned publish_launched(unsigned most) noexcept;
  published publish_oldest_asyncs(std::uint32_t most, std::uint32_t piece) noexcept;

  // Running, in run_loop.cpp and searching.cpp.
  [[nodiscard]] work_item next_work();
  [[nodiscard]] work_item look_for_work();
  [[nodiscard]] work_item take_turn_of_inbox();
  void execute(work_item what);
  void enter(detail::fiber& target);
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
  const detail::task* gathered_newest_ = nullptr;  // never followed
  std::uint64_t gathered_ = 0;                     // children from that one on
  bool passed_on_ = false;                         // see may_pass_on()
  bool spawning_ = false;                          // it was a spawn that asked to give
  bool published_siblings_ = false;
  bool off_chain_waits_ = false;  // see others_wait()
  bool searching_ = true;         // is counted so; see begin_search()
  static constexpr std::uint32_t inbox_fairness = 64;
  std::uint32_t items_of_inbox_ = inbox_fairness;  // taken in a row
  std::uint32_t requests_from_self_ = 0;           // times, since about the next
  std::uint64_t asking_since_ns_ = 0;
  detail::fiber scheduler_fiber_{};      // `self` is the context of run()
  detail::fiber* suspending_ = nullptr;  // the suspended task that `suspend_action_` is about
  commit_action suspend_action_{nullptr, nullptr};
  retained_frames* retained_ = nullptr;  // of tasks that wait
  work_item starting_item_;
  pedigree_tracker pedigrees_{*this};
  stack_supply supply_{*this};
  detail::private_tasks launched_;  // its asyncs are in the part that the header knows
  spawn_plan plan_{spawn_policy::help_first, spawn_plan::until_told};
  stale_tasks stale_;
  trace::event_counters counters_;
  alignas(base::interference_size) mailbox inbox_;  // others write it
};

}  // namespace nuthatch::core
