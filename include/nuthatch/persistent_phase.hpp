// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

#include <nuthatch/detail/phase_ledger.hpp>
#include <nuthatch/schedule.hpp>

namespace nuthatch {

/// The state of a persistent phase, which determines what its next run does; see persistent_phase.
enum class phase_stage : std::uint8_t {
  recording,  ///< the next run steals freely and is recorded
  adapting,   ///< it follows the schedule without its smallest pieces, and idle workers steal
  settling,   ///< it follows that schedule strictly, in any order, and yields the final one
  replaying,  ///< it follows the final schedule
  stealing    ///< it steals freely, and only its duration is measured
};

/// Returns "recording", "adapting", "settling", "replaying" or "stealing".
[[nodiscard]] std::string to_string(phase_stage stage);

/// The thresholds at which a persistent phase changes its stage.
struct phase_settings {
  /// How many percent of a schedule are pruned before a run follows it; see schedule::pruned. At
  /// least four steals per worker are kept in any case. 0 to 100.
  unsigned prune_percent = 85;

  /// The maximal number of adapting runs before the schedule settles. At least 1.
  unsigned max_adapting_runs = 6;

  /// An adapting run is an improvement if the share of idle time is lower than the lowest so far by
  /// this number, or its busy time is shorter than the shortest so far by this fraction. After two
  /// runs in a row without improvement the schedule settles. 0 to 1.
  double min_gain = 0.02;

  /// A run that follows the schedule has lost its balance if the share of the workers' time that is
  /// idle exceeds the lowest share so far, adapting runs included, by more than this number; or if
  /// it took more than twice the work of the run that took least. After two such runs in a row the
  /// phase adapts again. Each time that adapting again was not worth it, it takes twice as many. At
  /// 1, the phase never adapts again; nor does it compare itself with stealing then, but keeps its
  /// schedule at any cost. 0 to 1.
  double imbalance_threshold = 0.1;

  /// A loss of balance counts only if it costs at least so many seconds per worker. Waking workers
  /// and sending messages takes some microseconds, which vary from run to run and are a large share
  /// of a short phase.
  double lost_seconds = 20e-6;
};

/// A part of a program that runs repeatedly, such as an iteration of a solver, and that learns
/// where its tasks run best:
///
///     nuthatch::persistent_phase phase;
///     for (int step = 0; step < steps; ++step) {
///       phase.run([&] { advance(field); });
///     }
///
/// The first run is recorded. Some adapting runs follow, each of which replays the schedule of the
/// run before, without its smallest pieces, while idle workers steal pieces that are as large as
/// possible. When that yields no further improvement, the phase follows the schedule strictly: each
/// worker finds the data that it has worked on before, no worker searches for work, and tasks that
/// stay on one worker are cut no finer than needed (spawns_may_migrate). If the balance is lost,
/// because a worker has become slow or the problem has changed, the phase adapts again. If the
/// program no longer fits the schedule, the next run is recorded.
///
/// A phase compares itself with stealing. From time to time three of its runs steal, and the phase
/// follows its schedule only as long as that is no slower. This bounds the loss: n runs of the
/// phase take at most 1.25 times as long as if all of them stole, plus the time of 32 runs each
/// time that the program or the machine changes. If stealing is faster, the phase steals, and
/// records again later. A run that exceeds its usual duration by a quarter is no longer strict:
/// idle workers then take work that waits for others, for example for a worker that has lost its
/// CPU. docs/schedules.md describes when not to use a phase.
///
/// On virtual workers, all durations are virtual time.
///
/// Only one thread at a time may run a phase. Inside another recording, replay or phase, run()
/// executes its function as a part of that, and learns nothing.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, sections V and VI.
class persistent_phase {
 public:
  /// @param wanted  the thresholds.
  /// @throws error if a setting is out of range.
  explicit persistent_phase(const phase_settings& wanted = {});

  /// Runs f() as finish() does. Inside of another recording, replay or phase, f is a part of that,
  /// and this phase learns nothing from the run. If another thread has such a region running in the
  /// same runtime, f runs as if it were called directly, and the phase learns nothing either.
  ///
  /// @param f  a callable that returns void. What it spawns should be nearly the same in each run.
  /// @throws what replay() throws; the next run is recorded then.
  ///
  /// Who may call: as for record(). Cost: that of record() for recorded runs, of replay() for
  /// others.
  template <class Function>
  void run(Function&& f) {
    detail::call_in_region(
        f, [this](void (*body)(void*), void* argument) { run_once(body, argument); });
  }

  /// As above. While the schedule changes from run to run, it also moves the data afterwards to
  /// where the next run will use it. There are two ways to do so. initialize(schedule) receives the
  /// schedule of the next run and passes it to redistribute():
  ///
  ///     phase.run([&] { advance(field); },
  ///               [&](const nuthatch::schedule& by) { nuthatch::redistribute(by, field); });
  ///
  /// initialize() without a parameter runs as a replay of the next schedule, in its order. It
  /// spawns as f does, and moves the data of each piece to memory that is first touched where the
  /// piece ran. It cannot call redistribute(), which is a replay itself.
  ///
  /// Neither is called if the next run will be recorded, nor inside of another replay.
  ///
  /// @param f           as above.
  /// @param initialize  a callable that takes a schedule or nothing, and returns void.
  /// @throws what run(f) throws; what initialize throws, which does not affect the phase.
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

  /// Returns what the next run does.
  [[nodiscard]] phase_stage stage() const noexcept { return stage_; }

  /// Returns true if the phase has given up its schedule for some time, because stealing was
  /// faster. Code that follows the schedules of the phase, such as other loops over the same data,
  /// should then steal, too.
  [[nodiscard]] bool steals() const noexcept { return stage_ == phase_stage::stealing && !looks_; }

  /// Returns the number of runs, without those inside of another recording or replay.
  [[nodiscard]] std::uint64_t runs() const noexcept { return runs_; }

  /// Returns the schedule that the next run follows; if the stage is adapting or settling, before
  /// it is pruned. If the next run steals, returns the schedule that the phase will follow
  /// afterwards. The schedule is empty if the next run, or the next one that does not steal, is
  /// recorded.
  [[nodiscard]] const schedule& next_schedule() const noexcept;

  /// Starts over.
  ///
  /// @param from  a schedule of the same program, for example a loaded one, which the next run
  ///         adapts. If it is empty, the next run is recorded.
  void reset(const schedule& from = {});

  /// Returns how often the phase gave up its schedule to adapt, steal or record, exceptions
  /// included.
  [[nodiscard]] std::uint64_t restarts() const noexcept { return restarts_; }

  /// Returns the result of the last run. After a recorded run it contains only the schedule and the
  /// duration. After a run that stole it contains the duration, and `ran` is the most recent
  /// schedule.
  [[nodiscard]] const replay_result& last() const noexcept { return last_; }

 private:
  /// The durations of one run.
  struct balance {
    double idle;     // the share of the workers' time without work
    double working;  // busy seconds of all workers together
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
  schedule best_;         // the best schedule of adapting runs, then the one that is followed
  balance best_balance_;  // the minimum of each member over the adapting runs
  balance followed_;      // the same over the runs that have followed the schedule since

  /// The duration of the best run before the balance was lost, and of the run that lost it.
  struct lost_runs {
    double seconds;
    double lost_seconds;
  } before_;

  bool has_lost_before_ = false;

  detail::phase_ledger ledger_;
  bool looks_ = false;          // three runs are stealing for a comparison; the phase then resumes
  bool was_overdue_ = false;    // whether the last run was
  bool contains_some_ = false;  // its runs contain other recordings, replays or phases

  unsigned patience_ = 2;  // after so many runs in a row that have lost the balance it adapts
  unsigned adapted_ = 0;
  unsigned in_vain_ = 0;  // runs in a row without improvement, or that had lost their balance
  std::uint64_t runs_ = 0;
  std::uint64_t restarts_ = 0;
};

namespace detail {

struct again_tag;

template <class Function>
void run_bound(const again_tag& /*again*/, persistent_phase* phase, Function& f) {
  phase->run(f);
}

}  // namespace detail

}  // namespace nuthatch
