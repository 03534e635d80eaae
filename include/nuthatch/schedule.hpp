// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/source_location.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/runtime.hpp>

namespace nuthatch {

namespace schedules {
struct steal_tree;
}  // namespace schedules

namespace detail {

/// designate_after_next_spawn(), called at `by`.
void designate(unsigned worker, const code_place& by);

}  // namespace detail

/// Where every piece of a computation ran, and in which order each worker ran its pieces: a steal
/// tree. A *step* is a piece: what one worker took up, and all that it did until it took up
/// something else. What was spawned in it and went to nobody is part of it.
///
/// A value. Copies share what they hold, which never changes; so any thread may read them. The
/// accessors take constant time.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing.
class schedule {
 public:
  /// Of nothing: no worker has a step.
  schedule() noexcept;

  /// For record().
  explicit schedule(std::shared_ptr<const schedules::steal_tree> made) noexcept;

  /// How many workers the runtime had; 0 for one of nothing.
  [[nodiscard]] unsigned workers() const noexcept;

  /// How many steps there are, that in which the computation begins among them.
  [[nodiscard]] std::size_t steps() const noexcept;

  /// Bytes in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

  /// Of the steps, those that another worker took up than published them or waited in them.
  [[nodiscard]] std::size_t migrated() const noexcept;

  /// False where memory for some of the steps was missing: they are not in it.
  [[nodiscard]] bool complete() const noexcept;

  /// The same without the smallest pieces: keeps so many percent less of the work items that went
  /// to other workers or could have, those that lie nearest to the beginning in the tree of spawns.
  /// What is left out stays with the worker that spawns it. So a relaxed replay steals larger
  /// pieces instead, which are in the schedule that it returns.
  ///
  /// It has no order any more: strict_ordered follows it as strict_unordered.
  ///
  /// @param percent  0 to 100; 100 leaves the beginning alone.
  /// @throws error for more than 100; std::bad_alloc. Cost: sorts the steps.
  ///
  /// Source: Lifflander and others, as above, section VI: pruneTree.
  [[nodiscard]] schedule pruned(unsigned percent) const;

  /// Writes it to a file, in docs/schedule-format.md's format. What was there before is replaced at
  /// once, or stays as it was. Throws error, which names the file; std::bad_alloc.
  void save(const std::string& file) const;

  /// Reads one that save has written. Throws error, which names the file and says what is wrong
  /// with it; std::bad_alloc.
  [[nodiscard]] static schedule load(const std::string& file);

  /// For the library itself; null for one of nothing.
  [[nodiscard]] const schedules::steal_tree* tree() const noexcept { return tree_.get(); }

 private:
  std::shared_ptr<const schedules::steal_tree> tree_;
};

/// How closely a replay follows a schedule.
enum class replay_mode : std::uint8_t {
  /// Each worker takes up the same steps in the same order (the paper's StOWS).
  strict_ordered,
  /// Each worker takes up the same steps, as they come (StUWS).
  strict_unordered,
  /// The same, but who is out of work steals, also what has been sent to others (RelWS).
  relaxed
};

/// What a replay came to.
struct replay_result {
  schedule ran;  ///< where everything ran this time; steps have the same names

  /// Work items that went to the worker that the schedule names for them, without being asked for.
  std::size_t donations = 0;

  /// Steps of the schedule that the program did not come to.
  std::size_t missing_steps = 0;

  /// Where the program did not fit the schedule: a spawn was of the other kind, or, in order, a
  /// step could only begin after those that follow it. After the first one the rest ran as
  /// `relaxed` says.
  std::size_t mismatches = 0;

  /// Which was the first, for people; empty if there is none.
  std::string first_mismatch;

  /// The mode that was followed at the beginning. There is no order to follow in a schedule of more
  /// workers than the runtime has, or in a pruned one: then it is strict_unordered.
  replay_mode mode = replay_mode::relaxed;

  double seconds = 0;       ///< that the call took; on virtual workers, of their time
  double idle_seconds = 0;  ///< of all workers together: without work of the replayed call

  /// It was called inside of another recording or replay, which said where everything went. Nothing
  /// else is known but `seconds`.
  bool inside = false;
};

/// What follows the next spawn of the running task goes to that worker: the rest of the task, or
/// the further callables of a fork_join. Of a child that is spawned help-first, or an async, the
/// child itself goes. Only in designated(f); elsewhere nothing happens, so that the same function
/// can be replayed afterwards.
///
/// Nothing happens either where it is the running worker. What follows the spawn of the running
/// task itself must have been designated to another worker before, as must that of the task around
/// that, and so on: thieves take the oldest first, and what they leave is what a worker keeps.
///
/// Who may call: any thread. Cost: two loads where no schedule is followed.
/// @throws error if the runtime has no such worker.
///
/// Source: designateAfterNextSpawn of Lifflander and others, as above, section IV-B.
inline void designate_after_next_spawn(
    unsigned worker, const detail::source_location& by = detail::source_location::current()) {
  detail::designate(worker, detail::place_of(by));
}

/// Which worker has element `index` of `count`, if each has an equal part of neighbours: so
/// designated(f) divides what other programs divide by static loops. Where a function halves
/// [first, last) of `count`, at `middle`, that is
///
///     nuthatch::designate_after_next_spawn(nuthatch::worker_of(middle, count));
///     nuthatch::fork_join([=] { go(first, middle); }, [=] { go(middle, last); });
///
/// @param index  less than `count`.
[[nodiscard]] inline unsigned worker_of(std::size_t index, std::size_t count) {
  // Not index * workers / count, which may overflow.
  const std::size_t all = workers();
  const std::size_t part = count / all;
  const std::size_t larger = count % all;  // so many workers have one more
  const std::size_t in_larger = larger * (part + 1);
  return static_cast<unsigned>(
      index < in_larger || part == 0 ? index / (part + 1) : larger + (index - in_larger) / part);
}

/// Whether what the running task spawns from now on may run on another worker. False only in a
/// strict replay, where the schedule says that all of it stays here: then the task may as well call
/// a sequential function that does the same, as
///
///     if (small || !nuthatch::spawns_may_migrate()) {
///       return sort_sequentially(part);
///     }
///
/// So tasks become as large as the schedule leaves room for, and are cut as finely as it needs.
/// parallel_for and parallel_for_blocked do so by themselves.
///
/// Only where the work is done by a task of its own, or in the same one up to its end: whatever the
/// task spawns later is not found in the schedule any more if spawns were left out before.
///
/// Where the schedule has steps of children of scopes that were spawned help-first, or of asyncs,
/// it is true everywhere.
///
/// Who may call: any thread. Cost: two loads where no schedule is followed, else a call, and at the
/// top of what the worker has a line of a hash table.
///
/// Source: Lifflander and others, as above, section VI: dynamic coarsening.
[[nodiscard]] inline bool spawns_may_migrate() noexcept {
  detail::worker* const self = detail::this_worker();
  return self == nullptr || !self->poll_pending() || detail::spawns_may_migrate_slow(*self);
}

namespace detail {

/// Calls body(argument) in the running task, and records it.
[[nodiscard]] schedule record_call(void (*body)(void*), void* argument);

/// Whether the calling task runs in a recording or replay.
[[nodiscard]] bool in_region();

/// The same, as the program designates; and following a schedule.
[[nodiscard]] schedule designated_call(void (*body)(void*), void* argument);
[[nodiscard]] replay_result replay_call(const schedule& by,
                                        replay_mode mode,
                                        void (*body)(void*),
                                        void* argument);

/// Runs f as a finish in a task of the default runtime, or of the calling one.
template <class Function, class Call>
decltype(auto) call_in_region(Function& f, Call call) {
  static_assert(std::is_invocable_v<Function&>, "a recorded callable takes no arguments");
  static_assert(std::is_void_v<std::invoke_result_t<Function&>>,
                "a recorded callable has no result");
  auto here = [&f, &call] {
    auto run = [&f] {
      finish(f);
    };
    return call([](void* what) { (*static_cast<decltype(run)*>(what))(); }, &run);
  };
  return this_worker() == nullptr ? run_root_call(nullptr, here) : here();
}

}  // namespace detail

/// Runs f() as finish() does, and records where all that is spawned there ran. Not recorded is what
/// need not end in f: tasks that are launched or sent to a place; children of scopes and tasks of
/// groups that were made before, or are no local variables; and what any of these spawn.
///
/// Inside of another recording or replay it gives the schedule of its part, which can be replayed
/// by itself.
///
/// Who may call: any thread. A task records in its own runtime, a foreign thread in the default
/// one; of another, runtime::run(f) takes the call.
///
/// @param f  returns void.
/// @throws   what f or an async in it throws, and nothing is recorded then; error where another
///           recording or replay is running in the runtime, and the calling task is no part of
///           that; std::bad_alloc.
///
/// Cost: some 30 instructions for each spawn, and a lock that nobody else has for one that is
/// help-first and no callable of fork_join; an atomic addition and 40 bytes for each work that is
/// published, and for each that begins. A loop is cut as on any number of workers: into up to 512
/// pieces.
template <class Function>
schedule record(Function&& f) {
  return detail::call_in_region(f, detail::record_call);
}

/// Runs f() as finish() does, and returns its schedule, which the program says itself: f begins on
/// worker 0, and what is designated there goes to its worker. Everything else stays with the worker
/// that spawned it, and nothing is stolen.
///
/// Who may call: as record().
///
/// @param f  returns void.
/// @throws   what f or an async in it throws; error where a designation was not possible, which is
///           named by its line and was left out, or where another recording or replay is running in
///           the runtime; std::bad_alloc.
///
/// Cost: as replay().
///
/// Source: Lifflander and others, as above, section IV-B.
template <class Function>
schedule designated(Function&& f) {
  return detail::call_in_region(f, detail::designated_call);
}

/// Runs f() as finish() does, such that the workers take up its pieces as a schedule says that was
/// recorded of the same program, or of a similar one. What the schedule has no step for stays with
/// the worker that spawned it.
///
/// A program that does not fit the schedule runs all the same, to its end: see `replay_result`.
/// Inside of another recording or replay, f runs as a part of that: the outermost one says where
/// all goes. Workers run what is not recorded, as record() says, while they have nothing to do of
/// f.
///
/// Who may call: as record(). Workers of a schedule of more than the runtime has count modulo those
/// that there are.
///
/// @param by  of any number of steps; one of nothing leaves everything on the worker it began on,
///            but in `relaxed`.
/// @param f   returns void.
/// @throws    what f or an async in it throws; error where another recording or replay is running
///            in the runtime, and the calling task is none of that; std::bad_alloc.
///
/// Cost: some 50 instructions for each spawn; for each step a message to its worker.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section IV-C.
template <class Function>
replay_result replay(const schedule& by, replay_mode mode, Function&& f) {
  return detail::call_in_region(f, [&by, mode](void (*body)(void*), void* argument) {
    return detail::replay_call(by, mode, body, argument);
  });
}

}  // namespace nuthatch
