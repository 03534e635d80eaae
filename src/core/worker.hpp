// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/kept_tasks.hpp>
#include <nuthatch/detail/worker.hpp>

#include "base/cache_line.hpp"
#include "base/random.hpp"
#include "core/demand.hpp"
#include "core/forked_child.hpp"
#include "core/mailbox.hpp"
#include "core/region_membership.hpp"
#include "core/spawn_plan.hpp"
#include "core/stale_tasks.hpp"
#include "core/work.hpp"
#include "trace/event.hpp"

namespace nuthatch::core {

class replay_controller;
struct waiting_join;
struct place;
struct search;
class team;
enum class lane : std::uint8_t;
enum class pause : std::uint8_t;

/// Bits of the attention word.
enum attention_bit : std::uint32_t {
  work_wanted = 1,         ///< some worker found nothing: give work away at the next chance
  spawns_counted = 2,      ///< statistics: every spawn is to be reported. Stays set.
  stacks_wanted = 4,       ///< some worker got no stack: return what is cached
  costs_counted = 8,       ///< the platform wants to know what tasks do. Stays set.
  pedigrees_tracked = 32,  ///< spawns are counted by task; see pedigrees.hpp
  spawns_given = 64,       ///< every spawn goes to the scheduler at once. Stays set.
  left_behind = 16         ///< this is the child of a fork; see forked_child.hpp. Stays set.
};

/// Those that ask for nothing by themselves.
inline constexpr std::uint32_t standing_bits =
    spawns_counted | costs_counted | pedigrees_tracked | spawns_given;

/// What a task leaves to its worker when it is switched away from: called on the worker's own
/// stack, once the task's stack is saved. True: the task can go on at once.
struct commit_action {
  bool (*call)(void*) noexcept;
  void* argument;
};

/// The frames and asyncs of a task that is suspended and goes on on the same worker, and that
/// nobody gets meanwhile. Lies on the task's stack.
struct kept_frames {
  detail::fiber* task;
  detail::frame_list frames;
  detail::kept_tasks asyncs;
  const detail::join_counter* holds_back;  // till that is done, the worker runs what it counts
  kept_frames* older;                      // of the same worker
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
  [[nodiscard]] bool goes_on_with(const detail::fiber& task) noexcept;

  /// Where a task goes on that waits here.
  [[nodiscard]] detail::destination after_wait() const noexcept;

  /// Has stolen works of that many tasks from another worker. Owner.
  void note_steal(unsigned victim, std::uint64_t tasks) noexcept;

  /// Returns the replay controller of the works of tasks there, or null if there is none.
  [[nodiscard]] replay_controller* replay_for(detail::pedigree at) const noexcept;

  /// Which work that is, by a name that is the same in every run; at task 0, if it is outside of
  /// recorded regions. Who owns the work.
  [[nodiscard]] detail::work_id name_of(work given) noexcept;

  [[nodiscard]] base::random_source& random() noexcept { return random_; }

  [[nodiscard]] trace::event_counters& counters() noexcept { return counters_; }

  [[nodiscard]] const trace::event_counters& counters() const noexcept { return counters_; }

  void any_demand_attention(std::uint32_t bits) noexcept {
    // Looked at first: a bit that is set already must not cost the owner its cache line again.
    if ((attention.load(detail::memory_order_relaxed) & bits) != bits) {
      // Its release half pairs with take_request.
      attention.fetch_or(bits, detail::memory_order_seq_cst);
    }
  }

  /// As any_demand_attention, but never takes an old request that the owner is just serving for
  /// this one: a read-modify-write either comes after the owner's, and stays, or is read by it,
  /// which then sees what the caller has left for it.
  void any_set_attention(std::uint32_t bits) noexcept {
    attention.fetch_or(bits, detail::memory_order_seq_cst);
  }

  /// Whether something is wanted; clears the request. What comes from now on is a new one. Owner.
  [[nodiscard]] bool take_request(attention_bit wanted) noexcept {
    if ((attention.load(detail::memory_order_relaxed) & wanted) == 0) {
      return false;
    }
    // Acquire: pairs with the asker's fetch_or, so that an asker that then falls asleep is seen
    // when the request has been served (see sleepers).
    attention.fetch_and(~std::uint32_t{wanted}, detail::memory_order_acq_rel);
    return true;
  }

  /// Counts itself among those who look for work, where it does not yet, as a new worker does from
  /// the beginning; and not any more. It begins before somebody can know that its task has ended,
  /// who then goes on to spawn others. Owner.
  void begin_search() noexcept;
  void end_search() noexcept;

  /// Does what a look that found nothing said to do. Owner.
  void pause_search(pause how, const search& now);

  /// Whether the worker may ask itself for work in the name of those who are out of it and whose
  /// request may not have come yet, or was one with others'. Not so often that it would cost a
  /// program of tiny tasks more than some percent. Owner.
  [[nodiscard]] bool may_ask_itself() noexcept;

  /// Does so if there are any. To be called where the first spawn to come may be followed by a long
  /// stretch without any.
  void ask_itself() noexcept;

  /// Whether what it gave last were children of a scope. Owner.
  [[nodiscard]] bool gave_siblings() const noexcept { return gave_siblings_; }

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

  /// Whether there is anything here that the worker could give away. Owner.
  [[nodiscard]] bool keeps_some() const noexcept {
    return !frames.empty() || !asyncs.empty() || !launched_.empty();
  }

  /// What the worker could give away. Counts, and looks, up to `most`. Owner.
  [[nodiscard]] std::uint64_t count_works_here(std::uint64_t most) const noexcept;

  /// How many stacks the chain has on which the running task is the last. Task side.
  [[nodiscard]] std::uint32_t chain_length() const noexcept;

  /// Whether the worker may give siblings that it has stolen away before it runs one: not twice in
  /// a row all of them, so that they do not only travel.
  [[nodiscard]] bool may_pass_on() const noexcept { return !passed_on_; }

  void note_passed_on(bool all) noexcept { passed_on_ = all; }

  // ---- task side; the first four, and acquire_stack, are what the header calls ----

  /// See detail::choose_slow.
  [[nodiscard]] spawn_policy choose();

  /// Serves the attention word.
  void attend() noexcept;

  /// Whether every spawn goes to the scheduler at once: where that wants it, but not where works
  /// are to run here and in this order; nor where stacks are scarce, since then tasks should run on
  /// those that wait for them.
  [[nodiscard]] bool gives_spawns() const noexcept;

  /// What is left of a spawn goes at once, where gives_spawns().
  void give_spawn() noexcept;

  /// As attend, after a spawn, which is counted when somebody asked for that: of what is outside of
  /// recorded regions; in a child that is being called; of a fork; of a task of its own.
  void attend_spawn() noexcept;
  void attend_child(detail::join_counter& home) noexcept;
  void attend_spawn(detail::fork_frame& pending) noexcept;
  void attend_spawn(detail::children_frame& of) noexcept;
  void attend_spawn(const detail::task& made) noexcept;

  /// Of what follows spawns, and is here: how many there are, and after which spawn the oldest.
  struct remainders_here {
    unsigned count;
    detail::pedigree oldest;
  };

  [[nodiscard]] remainders_here count_remainders() noexcept;

  /// Whether what the running task spawns from now on may run on another worker.
  [[nodiscard]] bool spawns_may_migrate() noexcept;

  /// Where the running task is among all tasks; of number 0, where that is not kept.
  [[nodiscard]] detail::pedigree current_pedigree() noexcept;

  /// From here on the running task is in that part of its recorded region.
  void change_part(std::uint32_t now) noexcept;

  /// It is there now.
  void go_on_at(detail::pedigree now) noexcept { base_pedigree_ = now; }

  /// The running task, which went to another stack, ends there: it goes on on its former one, here
  /// or on another worker. And it has come back, from that worker.
  void leave_for_former_stack() const noexcept;
  void come_back(detail::pedigree now, std::uint32_t from) noexcept;

  /// The depth of a finish that begins here.
  [[nodiscard]] std::uint32_t depth_of_finishes() const noexcept {
    return finish == nullptr ? 0 : finish->depth + 1;
  }

  /// Whether tasks have numbers.
  [[nodiscard]] bool tracks_pedigrees() const noexcept {
    return (attention.load(detail::memory_order_relaxed) & pedigrees_tracked) != 0;
  }

  /// Where a task of its own was spawned, which begins.
  [[nodiscard]] detail::pedigree take_pedigree(const detail::task& begun) noexcept;

  /// Begins with a work, if it is in a recorded region.
  void note_begin(const detail::work_id& what) const noexcept;

  /// Gives one away; the last one who does so before it begins counts. And has one back.
  void note_given(const detail::work_id& what) const noexcept;
  void note_taken_back(const detail::work_id& what) const noexcept;

  /// The running task has done so much of its own work.
  void charge_work(std::uint64_t ns);

  /// Gives the whole list away.
  void publish_all() noexcept;

  /// Takes over a spawned task that is bound to no stack chain, and that others may have at once.
  detail::pedigree push_spawned(work ready, region_membership where);

  /// The same for what goes on after a wait, and for what is put back.
  void put_loose(work ready) noexcept;

  /// The same for a task that was suspended and whose destination this worker serves.
  void put_resumed(detail::fiber& task) noexcept;

  /// Keeps a task that was launched here. `take_kept` gets it back; it is here still.
  void keep_launched(detail::task& made);
  void take_kept(detail::task& launched) noexcept;

  /// Gives all asyncs away; and the launched tasks as well.
  void publish_asyncs() noexcept;
  void publish_kept() noexcept;

  /// Gives all asyncs away, so that this worker comes to other work.
  void stop_draining() noexcept;

  /// Whether there may be work here that is bound to no stack and waits for this worker to look for
  /// work. Owner.
  [[nodiscard]] bool others_wait() const noexcept;

  /// The same for one that is to run in another place.
  void send_spawned(work ready, place& into);

  /// Saves the running task, which gives away everything it has, and runs other work. Returns, on
  /// whichever worker resumes the task, that worker. No exception may be in flight or being handled
  /// further down than the task's own stack.
  ///
  /// The task goes on in the place of this worker, or at `where`.
  worker& suspend(commit_action then, waiting_join* inside = nullptr);
  worker& suspend(commit_action then, detail::destination where);
  worker& suspend(commit_action then,
                  detail::destination where,
                  const detail::work_id& as,
                  waiting_join* joins);

  /// Whether it runs works that are to run here and in this order, whoever waits.
  [[nodiscard]] bool keeps_to_schedule() const noexcept;

  /// What suspended tasks keep, the newest first.
  [[nodiscard]] const kept_frames* keeping() const noexcept { return keeping_; }

  /// Gives all of that away, on the worker's own stack.
  void publish_kept_frames() noexcept;

  /// Gets a work of its frames back, unless somebody else has it. `ended` is the number of the
  /// child that ends, 0 at a join.
  [[nodiscard]] bool take_back(work wanted, std::uint64_t ended) noexcept;

  /// Of the tasks that `home` counts, the next that the replay controller keeps, or else the one
  /// that this worker has put there last; or nothing.
  [[nodiscard]] work take_child_back(const detail::join_counter& home, lane from);

  /// Before anything that needs other workers, or a lock that they may hold: not in a child
  /// process.
  void require_team() const noexcept {
    if (is_left_behind(*this)) [[unlikely]] {
      end_forked_child();
    }
  }

  /// The running task has ended: goes on with `next`, or looks for work.
  [[noreturn]] void leave(detail::fiber* next);

  /// The fiber that the caller runs on.
  [[nodiscard]] detail::fiber& running() const noexcept;

  /// Fills the empty cache of stacks, behind the running one. When there is none to be had, asks
  /// the others to return theirs, for so long. Throws stack_limit_error.
  void acquire_stack(std::uint64_t patience_ns);

  /// Whether the cache has a stack, if one was to be had at once.
  [[nodiscard]] bool have_stack() noexcept;

  /// The work that a fresh fiber starts with.
  [[nodiscard]] work take_starting() noexcept;

  /// The worker that the calling thread is.
  [[nodiscard]] static worker& current() noexcept {
    return static_cast<worker&>(*detail::this_worker());
  }

  /// For a destructor of such a closure that waits: works on, on top of it, until ready(of).
  void work_until(bool (*ready)(const void*) noexcept, const void* of);

  [[nodiscard]] stale_tasks& stale() noexcept { return stale_; }

  /// The worker's own stack, as the sanitizers know it.
  [[nodiscard]] detail::fiber& own_stack() noexcept { return host_; }

 private:
  // Giving away, in give.cpp.
  unsigned give(demand wanted) noexcept;
  unsigned publish_frames() noexcept;
  unsigned give_frame(detail::frame& oldest, demand wanted);
  unsigned give_continuation(detail::frame& oldest);
  unsigned give_fork(detail::frame& oldest);
  unsigned give_children(detail::children_frame& from, demand wanted);
  detail::task* detach_children(detail::children_frame& from, std::uint32_t count);
  [[nodiscard]] std::uint64_t gathered_in(const detail::children_frame& from,
                                          std::uint64_t most) noexcept;
  unsigned publish_siblings(lane in,
                            detail::task* newest_of_them,
                            std::uint32_t count,
                            std::uint32_t piece,
                            detail::finish_state* around);
  void publish(lane in, work given);
  [[gnu::always_inline]] void put(lane in, work given) noexcept;
  [[nodiscard]] std::uint64_t count_in_frames(std::uint64_t most,
                                              bool continuations) const noexcept;
  [[nodiscard]] static bool holds_remainder(const detail::frame* newest) noexcept;
  void publish_remainder(detail::pedigree newest) noexcept;
  void send_child(detail::children_frame& from) noexcept;
  void send_async() noexcept;
  void send_alone(lane in, detail::task& one, detail::finish_state* around) noexcept;

  // Counting spawns, in pedigrees.cpp.
  [[nodiscard]] static detail::pedigree& inner_of(detail::frame& of) noexcept;
  [[nodiscard]] detail::pedigree& pedigree_below(detail::frame* newest,
                                                 detail::pedigree& unknown) noexcept;
  [[nodiscard]] detail::pedigree count_spawn(detail::frame* below) noexcept;
  detail::pedigree number_child(detail::frame& linked) noexcept;
  detail::pedigree number_task(const detail::task& made, region_membership where = {}) noexcept;
  void note_tasks_given(const detail::task* newest) const noexcept;
  [[nodiscard]] detail::pedigree split_pedigrees(detail::frame& oldest) noexcept;
  void drop_boundary(detail::frame& oldest) noexcept;

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
                               demand wanted) const noexcept;
  [[nodiscard]] std::uint32_t piece_of_all(std::uint32_t count) const noexcept;

  // The same for what is in no frame, in kept_tasks.cpp.
  unsigned give_asyncs(demand wanted) noexcept;
  unsigned give_launched(unsigned most) noexcept;
  published publish_oldest_asyncs(std::uint32_t most, std::uint32_t piece) noexcept;

  // Running, in run_loop.cpp and searching.cpp.
  [[nodiscard]] work next_work();
  [[nodiscard]] work look_for_work();
  [[nodiscard]] work take_turn_of_inbox();
  void execute(work what);
  void enter(detail::fiber& target);
  worker& suspend_now(commit_action then,
                      detail::destination where,
                      const detail::work_id& as,
                      kept_frames* keeps);
  void keep_frames(kept_frames& in, detail::fiber& of) noexcept;
  void restore_frames(kept_frames& from) noexcept;
  void start(work fresh);
  [[nodiscard]] bool begin_without_stack(work fresh);
  [[nodiscard]] detail::fiber& put_back_running(detail::fiber* next) noexcept;

  void note_space() noexcept;  // in choosing.cpp

  // For want of a stack, in stacks.cpp.
  [[nodiscard]] bool fill_stacks(std::exception_ptr& why) noexcept;
  [[nodiscard]] work acquire_stack_for_start(std::exception_ptr& why) noexcept;

  core::team& team_;
  const unsigned index_;
  place& where_;
  base::random_source random_;
  const detail::task* gathered_newest_ = nullptr;  // never followed
  std::uint64_t gathered_ = 0;                     // children from that one on
  bool passed_on_ = false;                         // see may_pass_on()
  bool spawning_ = false;                          // it was a spawn that asked to give
  bool gave_siblings_ = false;
  bool loose_waits_ = false;  // see others_wait()
  bool searching_ = true;     // is counted so; see begin_search()
  static constexpr std::uint32_t inbox_fairness = 64;
  std::uint32_t works_of_inbox_ = inbox_fairness;  // taken in a row
  std::uint32_t asked_itself_ = 0;                 // times, since about the next
  std::uint64_t asking_since_ns_ = 0;
  detail::fiber host_{};              // `self` is the context of run()
  detail::fiber* leaving_ = nullptr;  // the suspended task that `then_` is about
  commit_action then_{nullptr, nullptr};
  kept_frames* keeping_ = nullptr;  // of tasks that wait
  work starting_;
  detail::pedigree base_pedigree_{};  // of what runs below all frames of the list
  detail::kept_tasks launched_;       // its asyncs are in the part that the header knows
  spawn_plan plan_{spawn_policy::help_first, spawn_plan::until_told};
  stale_tasks stale_;
  trace::event_counters counters_;
  alignas(base::interference_size) mailbox inbox_;  // others write it
};

}  // namespace nuthatch::core
