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

/// Implements designate_after_next_spawn(), called at `by`.
void designate(unsigned worker, const code_place& by);

}  // namespace detail

/// A steal tree: where every piece of a computation ran, and in which order each worker ran its
/// pieces. A piece is called a *step*: what a worker does from taking a work item until it takes
/// the next one. A step includes the tasks that were spawned in it and that no other worker took.
///
/// A schedule is a value. Copies share the steps, which never change, so any thread may read them.
/// Accessors take constant time.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing.
class schedule {
 public:
  /// Creates an empty schedule, in which no worker has a step.
  schedule() noexcept;

  /// For internal use by the library: wraps a recorded tree.
  explicit schedule(std::shared_ptr<const schedules::steal_tree> made) noexcept;

  /// Returns the number of workers of the recorded runtime; 0 for an empty schedule.
  [[nodiscard]] unsigned workers() const noexcept;

  /// Returns the number of steps, including the step in which the computation begins.
  [[nodiscard]] std::size_t steps() const noexcept;

  /// Returns the memory that the schedule uses, in bytes.
  [[nodiscard]] std::size_t bytes() const noexcept;

  /// Returns the number of steps that were taken by another worker than the one that published them
  /// or waited in them.
  [[nodiscard]] std::size_t migrated() const noexcept;

  /// Returns false if some steps are missing because memory ran out while they were recorded.
  [[nodiscard]] bool complete() const noexcept;

  /// Returns this schedule without its smallest pieces. Of the work items that went to other
  /// workers, or could have, it keeps (100 - percent) percent: those nearest to the root of the
  /// tree of spawns. Work items that are left out stay with the worker that spawns them. A relaxed
  /// replay steals larger pieces in their place, and returns a schedule that contains those.
  ///
  /// A pruned schedule has no order: strict_ordered follows it as strict_unordered does.
  ///
  /// @param percent  how much to leave out, 0 to 100. At 100, only the step in which the
  ///         computation begins remains.
  /// @return the pruned schedule.
  /// @throws error if percent exceeds 100; std::bad_alloc.
  ///
  /// Cost: sorts the steps.
  ///
  /// Source: Lifflander and others, as above, section VI: pruneTree.
  [[nodiscard]] schedule pruned(unsigned percent) const;

  /// Writes the schedule to a file, in the format of docs/schedule-format.md. An existing file is
  /// replaced atomically, or left unchanged if writing fails.
  ///
  /// @param file  the path of the file.
  /// @throws error, which names the file; std::bad_alloc.
  void save(const std::string& file) const;

  /// Reads a schedule that save() has written.
  ///
  /// @param file  the path of the file.
  /// @return the schedule.
  /// @throws error, which names the file and states what is wrong with it; std::bad_alloc.
  [[nodiscard]] static schedule load(const std::string& file);

  /// For internal use by the library; null for an empty schedule.
  [[nodiscard]] const schedules::steal_tree* tree() const noexcept { return tree_.get(); }

 private:
  std::shared_ptr<const schedules::steal_tree> tree_;
};

/// How closely a replay follows a schedule.
enum class replay_mode : std::uint8_t {
  /// Each worker takes the same steps in the same order (the paper's StOWS).
  strict_ordered,
  /// Each worker takes the same steps, in the order in which they become ready (StUWS).
  strict_unordered,
  /// As strict_unordered, but idle workers steal, also work that was sent to other workers (RelWS).
  relaxed
};

/// The result of a replay.
struct replay_result {
  schedule ran;  ///< where everything ran this time; steps have the same ids

  /// Work items that went to the worker that the schedule names for them, without a request.
  std::size_t donations = 0;

  /// Steps of the schedule that the program never reached.
  std::size_t missing_steps = 0;

  /// Number of mismatches between program and schedule: a spawn was of another kind, or, in an
  /// ordered replay, a step could only begin after steps that follow it. After the first mismatch
  /// the remainder ran in the mode `relaxed`.
  std::size_t mismatches = 0;

  /// A description of the first mismatch, for display; empty if there is none.
  std::string first_mismatch;

  /// The mode in which the replay began. If the schedule has more workers than the runtime, or was
  /// pruned, there is no order to follow, and strict_ordered becomes strict_unordered.
  replay_mode mode = replay_mode::relaxed;

  double seconds = 0;       ///< duration of the call; virtual time on virtual workers
  double idle_seconds = 0;  ///< of all workers together: without work of the replayed call

  /// True if the call was inside of another recording or replay, which determined where everything
  /// ran. Then only `seconds` is known.
  bool inside = false;
};

/// Designates the worker for what follows the next spawn of the calling task. That is the remainder
/// of the task, or the further callables of a fork_join. If the next spawn is a help-first child or
/// an async, it is the child. The call has an effect only in designated(f); elsewhere it does
/// nothing, so that the same function can be replayed afterwards.
///
/// It also does nothing if `worker` is the calling one. Thieves take the oldest work first, and a
/// worker keeps what they leave. Therefore what follows the spawn of the calling task must have
/// been designated to another worker before, and so must what follows the spawn of its parent, and
/// so on.
///
/// @param worker  the number of the worker, from 0.
/// @param by      the place of the call, for messages; leave it out.
/// @throws error if the runtime has no such worker.
///
/// Who may call: any thread. Cost: two loads if no schedule is being followed.
///
/// Source: designateAfterNextSpawn of Lifflander and others, as above, section IV-B.
inline void designate_after_next_spawn(
    unsigned worker, const detail::source_location& by = detail::source_location::current()) {
  detail::designate(worker, detail::place_of(by));
}

/// Returns the worker to which element `index` of `count` belongs if each worker has an equal,
/// contiguous part. With it, designated(f) divides data as static loops do in other programs. For a
/// function that halves [first, last) of `count` elements at `middle`:
///
///     nuthatch::designate_after_next_spawn(nuthatch::worker_of(middle, count));
///     nuthatch::fork_join([=] { go(first, middle); }, [=] { go(middle, last); });
///
/// @param index  the element, less than `count`.
/// @param count  the number of elements.
/// @return the number of a worker of the calling task's runtime, from 0.
/// @throws what workers() throws.
///
/// Cost: that of workers(), and two divisions.
[[nodiscard]] inline unsigned worker_of(std::size_t index, std::size_t count) {
  // index * workers / count could overflow.
  const std::size_t all = workers();
  const std::size_t part = count / all;
  const std::size_t larger = count % all;  // this many workers have one more
  const std::size_t in_larger = larger * (part + 1);
  return static_cast<unsigned>(
      index < in_larger || part == 0 ? index / (part + 1) : larger + (index - in_larger) / part);
}

/// Returns whether tasks that the calling task spawns from now on may run on another worker. The
/// result is false only in a strict replay whose schedule keeps all of them on this worker. Then
/// the task can call a sequential function with the same effect:
///
///     if (small || !nuthatch::spawns_may_migrate()) {
///       return sort_sequentially(part);
///     }
///
/// Tasks thus become as large as the schedule permits, and are cut as finely as it needs.
/// parallel_for does so, and parallel_for_blocked if it is given no block size.
///
/// Leave spawns out only for work of a whole task, or until the end of the calling task: if a task
/// spawns again after it has left out spawns, the schedule has no steps for these later spawns.
///
/// The result is true everywhere if the schedule has steps of help-first children of scopes, or of
/// asyncs.
///
/// Who may call: any thread. Cost: two loads if no schedule is being followed; otherwise a call,
/// and at the root of a work item an access to a hash table.
///
/// Source: Lifflander and others, as above, section VI: dynamic coarsening.
[[nodiscard]] inline bool spawns_may_migrate() noexcept {
  detail::worker* const self = detail::this_worker();
  return self == nullptr || !self->poll_pending() || detail::spawns_may_migrate_slow(*self);
}

namespace detail {

/// Calls body(argument) in the calling task, and records it.
[[nodiscard]] schedule record_call(void (*body)(void*), void* argument);

/// Returns true if the calling task runs in a recording or replay.
[[nodiscard]] bool in_region();

/// The same, following the program's designations, or a schedule.
[[nodiscard]] schedule designated_call(void (*body)(void*), void* argument);
[[nodiscard]] replay_result replay_call(const schedule& by,
                                        replay_mode mode,
                                        void (*body)(void*),
                                        void* argument);

/// Runs f as a finish in a task of the default runtime, or in the calling task.
template <class Function, class Call>
decltype(auto) call_in_region(Function& f, Call call) {
  static_assert(std::is_invocable_v<Function&>, "a recorded callable takes no arguments");
  static_assert(std::is_void_v<std::invoke_result_t<Function&>>,
                "a recorded callable has no result");
  auto here = [&f, &call] {
    auto run = [&f] {
      if (nuthatch::finish(f) == outcome::stopped) {
        throw_stopped();  // a part of it is missing
      }
    };
    return call([](void* what) { (*static_cast<decltype(run)*>(what))(); }, &run);
  };
  return this_worker() == nullptr ? run_root_call(nullptr, here) : here();
}

}  // namespace detail

/// Runs f() as finish() does, and records where everything that is spawned there ran. Tasks that
/// may outlive f are not recorded: launched tasks; tasks that are sent to a place; children of
/// scopes and tasks of groups that existed before or are not local variables; and what any of these
/// spawn.
///
/// Inside of another recording or replay, the call returns the schedule of its part, which can be
/// replayed separately.
///
/// @param f  a callable without arguments that returns void.
/// @return the schedule.
/// @throws what f or an async in it throws, and nothing is recorded then; error if another
///         recording or replay is running in the runtime and the calling task is not part of it;
///         std::bad_alloc.
///
/// Who may call: any thread. A task records in its own runtime, a foreign thread in the default
/// runtime. Use runtime::run to call it in another runtime.
///
/// Cost: about 30 instructions per spawn; for a help-first spawn outside of fork_join also an
/// uncontended lock; an atomic addition and 40 bytes for each work item that is published, and for
/// each that begins. A loop is cut as for any number of workers, into up to 512 blocks.
template <class Function>
schedule record(Function&& f) {
  return detail::call_in_region(f, detail::record_call);
}

/// Runs f() as finish() does, in the way that the program designates, and returns the resulting
/// schedule. f begins on worker 0, and what is designated in f goes to its worker. Everything else
/// stays with the worker that spawned it; nothing is stolen.
///
/// @param f  a callable without arguments that returns void.
/// @return the schedule.
/// @throws what f or an async in it throws; error if a designation was not possible and was
///         therefore ignored, with its line; error if another recording or replay is running in the
///         runtime; std::bad_alloc.
///
/// Who may call: as for record(). Cost: that of replay().
///
/// Source: Lifflander and others, as above, section IV-B.
template <class Function>
schedule designated(Function&& f) {
  return detail::call_in_region(f, detail::designated_call);
}

/// Runs f() as finish() does, such that the workers take its steps as in a schedule of the same
/// program, or of a similar one. Work for which the schedule has no step stays with the worker that
/// spawned it.
///
/// A program that does not fit the schedule still runs to its end: see `replay_result`. Inside of
/// another recording or replay, f is a part of that, and the outermost one determines where
/// everything runs. Work that is not recorded (see record()) runs on workers that have no work of
/// f.
///
/// @param by    the schedule. An empty one keeps everything on the worker on which f begins, except
///         in the mode `relaxed`. If it has more workers than the runtime, their numbers are taken
///         modulo the runtime's number of workers.
/// @param mode  how closely the replay follows the schedule.
/// @param f     a callable without arguments that returns void.
/// @return where everything ran, and how well the program fitted the schedule.
/// @throws what f or an async in it throws; error if another recording or replay is running in the
///         runtime and the calling task is not part of it; std::bad_alloc.
///
/// Who may call: as for record(). Cost: about 50 instructions per spawn, and a message per step to
/// its worker.
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
