// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

#include <nuthatch/detail/phase_ledger.hpp>
#include <nuthatch/schedule.hpp>

namespace nuthatch {

/// Where a persistent phase is; see there.
enum class phase_stage : std::uint8_t {
  recording,  ///< the next run steals as it likes, and is recorded
  adapting,   ///< it follows the schedule without its smallest pieces, and steals what is missing
  settling,   ///< it follows that strictly, in any order, which makes the last schedule
  replaying,  ///< it follows the last schedule
  stealing    ///< it steals as it likes, and only its time is taken
};

/// "recording", and so on.
[[nodiscard]] std::string to_string(phase_stage stage);

/// How a persistent phase goes from stage to stage.
struct phase_settings {
  /// How much of a schedule is left out before it is followed; see schedule::pruned. Four steals
  /// for each worker stay in any case.
  unsigned prune_percent = 85;

  /// The most runs that adapt before the schedule settles. At least 1.
  unsigned max_adapting_runs = 6;

  /// A run that adapts is better than the best one before if its time without work, or its time
  /// with work, is less by such a part of the whole. After two that are no better it settles.
  double min_gain = 0.02;

  /// A run that follows has lost its balance if the part of the workers' time that is without work
  /// is more than in the best one, of those that adapted as well, by so much; or if it took more
  /// than twice the work of the one that took least. After two such runs in a row it adapts again;
  /// after more, where it was not worth it before: twice as many each time. 1: never; the phase
  /// then does not compare itself with stealing either, and keeps its schedule whatever that costs.
  double imbalance_threshold = 0.1;

  /// And if that is at least so many seconds for each worker. Waking up and messages take some
  /// microseconds, more or less from run to run, which is much of a phase that takes no longer.
  double lost_seconds = 20e-6;
};

/// A part of a program that runs time and again, as an iteration of a solver, and that finds the
/// best places for its pieces by itself:
///
///     nuthatch::persistent_phase phase;
///     for (int step = 0; step < steps; ++step) {
///       phase.run([&] { advance(field); });
///     }
///
/// The first run is recorded. Some runs then follow the schedule of the one before, where who is
/// out of work steals, in pieces as large as possible. When that gains no more, the schedule is
/// followed strictly: each worker finds the data that it has worked on before, nobody searches, and
/// what is spawned below is cut no finer than needed (spawns_may_migrate). When the balance has
/// gone, since a worker has become slow or the problem another one, it begins to adapt again; when
/// the program does not fit the schedule any more, it is recorded anew.
///
/// A phase compares itself with stealing. Now and then three of its runs steal, and it follows its
/// schedule only as long as that is no slower: n runs of the phase take at most 1.25 times as long
/// as if all of them stole, and 32 runs more each time that program or machine change. Else it
/// steals, and records again later. Once a run has taken a quarter longer than usual, it is strict
/// no more: workers without work then take what waits for others, as for one that has lost its cpu.
/// docs/schedules.md says when not to use a phase.
///
/// On virtual workers their own time counts.
///
/// Not to be run by two threads at a time, nor inside of a recording or replay.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, sections V and VI.
class persistent_phase {
 public:
  /// @throws error for settings that make no sense.
  explicit persistent_phase(const phase_settings& wanted = {});

  /// Runs f() as finish() does. Inside of another recording or replay, as of another phase, f is a
  /// part of that, and this phase learns nothing of it. Nor does it where another one is running in
  /// the runtime, begun by another thread: then f runs as if it was called alone.
  ///
  /// Who may call: as record(). Cost: as record(), later as replay().
  ///
  /// @param f  returns void; what it spawns should be nearly the same in each run.
  /// @throws   as replay(); the phase is then recorded anew.
  template <class Function>
  void run(Function&& f) {
    detail::call_in_region(
        f, [this](void (*body)(void*), void* argument) { run_once(body, argument); });
  }

  /// The same; and as long as the schedule changes, has the data moved afterwards to where the next
  /// run will use it. Either initialize(schedule) does so, which is called with that schedule, and
  /// passes it to redistribute():
  ///
  ///     phase.run([&] { advance(field); },
  ///               [&](const nuthatch::schedule& by) { nuthatch::redistribute(by, field); });
  ///
  /// Or initialize() runs as the schedule says, in its order: it spawns as f does, and moves the
  /// data of each piece to memory that is first touched where the piece ran. It cannot call
  /// redistribute(), which is a replay of its own.
  ///
  /// Neither is called where the next run is to be recorded anew, nor inside of another replay.
  ///
  /// @throws  also what initialize throws; the phase goes on as it would have.
  template <class Function, class Initialize>
  void run(Function&& f, Initialize&& initialize) {
    const bool changes = stage_ != phase_stage::replaying && stage_ != phase_stage::stealing;
    const std::uint64_t before = runs_;
    run(f);
    if (!changes || runs_ == before || next_schedule().tree() == nullptr) {
      return;
    }
    const schedule next = next_schedule();
    if constexpr (std::is_invocable_v<Initialize&, const schedule&>) {
      initialize(next);
    } else {
      static_cast<void>(replay(next, replay_mode::strict_ordered, initialize));
    }
  }

  /// What the next run does.
  [[nodiscard]] phase_stage stage() const noexcept { return stage_; }

  /// Whether it has given its schedule up for some time, for stealing was faster. What follows the
  /// schedules of the phase, as other loops over the same data, had better steal as well then.
  [[nodiscard]] bool steals() const noexcept { return stage_ == phase_stage::stealing && !looks_; }

  /// How many runs there were, but for those inside of another recording or replay.
  [[nodiscard]] std::uint64_t runs() const noexcept { return runs_; }

  /// The schedule that the next run follows: before it is pruned, where the stage is adapting or
  /// settling. Of nothing, where the next run is recorded. Where the next run steals, the schedule
  /// that the phase follows afterwards; of nothing, where it will be recorded first.
  [[nodiscard]] const schedule& next_schedule() const noexcept;

  /// Begins anew: by a recording, or with a schedule of the same program, as one that was loaded,
  /// which the next run adapts.
  void reset(const schedule& from = {});

  /// How often it gave its schedule up, to adapt, steal or record: also for an exception.
  [[nodiscard]] std::uint64_t restarts() const noexcept { return restarts_; }

  /// What the last run came to. Of one that was recorded, its schedule and how long it took. Of one
  /// that stole, how long it took; `ran` is then that of the last run of which there is one.
  [[nodiscard]] const replay_result& last() const noexcept { return last_; }

 private:
  /// Of one run.
  struct balance {
    double idle;     // the part of the workers' time that is without work
    double working;  // seconds of all workers together
    double seconds;
  };

  void run_once(void (*body)(void*), void* argument);
  void run_stage(void (*body)(void*), void* argument);
  [[nodiscard]] bool fits() const noexcept;
  [[nodiscard]] bool has_lost(const balance& now) const noexcept;
  void note_adapting(const balance& now);
  void note_settled(const balance& now);
  void note_replaying(const balance& now);
  void note_stolen();
  void judge_restart() noexcept;
  void give_up() noexcept;
  void follow(const schedule& by, replay_mode how, void (*body)(void*), void* argument);
  void steal(void (*body)(void*), void* argument);

  [[nodiscard]] bool compares() const noexcept { return settings_.imbalance_threshold < 1; }

  void restart_after_exception() noexcept;
  void begin(phase_stage next) noexcept;

  phase_settings settings_;
  phase_stage stage_ = phase_stage::recording;
  replay_result last_;
  schedule best_;         // of those that adapted, then the one that is followed
  balance best_balance_;  // the least of each, of runs that adapted
  balance followed_;      // of those that followed since

  /// The best run before the balance was lost, and the one at which it was.
  struct lost_runs {
    double seconds;
    double lost_seconds;
  } before_;

  bool has_lost_before_ = false;

  detail::phase_ledger ledger_;
  bool looks_ = false;          // while it steals: for three runs, and then follows on
  bool was_overdue_ = false;    // the last run
  bool contains_some_ = false;  // its runs call other recordings, replays or phases

  unsigned patience_ = 2;  // so many runs in a row that have lost the balance
  unsigned adapted_ = 0;
  unsigned in_vain_ = 0;  // runs in a row that gained nothing, or had lost their balance
  std::uint64_t runs_ = 0;
  std::uint64_t restarts_ = 0;
};

}  // namespace nuthatch
