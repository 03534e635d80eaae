// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace nuthatch::detail {

/// The median of the last three durations.
class last_three {
 public:
  void add(double seconds) noexcept;

  void forget() noexcept { count_ = 0; }

  [[nodiscard]] bool has_three() const noexcept { return count_ >= all_.size(); }

  /// Returns the median; of fewer than three durations the shortest, 0 if there is none.
  [[nodiscard]] double middle() const noexcept;

 private:
  std::array<double, 3> all_{};
  std::uint64_t count_ = 0;
};

/// Compares the runs of a persistent phase that replay a schedule (recorded, adapting, settling,
/// replaying) with runs that steal freely. The unit is the duration of a run that steals; `credit`
/// is how many of these the phase may still lose.
///
/// Invariants:
///  1. Each run adds 1/8 to the credit, up to 8. A replayed run subtracts what it lost: its
///     duration divided by that of a run that steals, minus one; at most 8, because the machine may
///     delay any run. A replayed run that is faster adds what it gained.
///  2. So n runs lose at most n/8 + 8, as measured by the runs that steal in between, plus the loss
///     of the run that used the credit up.
///  3. A *look* is three runs that steal; their median is the measure from then on. The phase looks
///     after 8 runs that follow the schedule, then after twice as many each time, up to 256. It
///     looks earlier if the credit seems to be used up. If workers are idle for more than a quarter
///     of the time, it looks after as many runs as all workers could have done in the time of 16,
///     and later of 32 runs, but then after no fewer than 8.
///  4. Following the schedule is not worth it if a look finds the credit used up, the median of the
///     last three replayed runs a quarter slower than stealing, or fewer than 1.25 workers busy on
///     average. Then the phase steals for a *stretch* of runs, and until it has credit for another
///     attempt. The stretch has 16 runs, and twice as many each time, up to 1024, until the
///     schedule has passed two looks in a row.
///
/// Only one thread at a time may use it. Cost: constant time.
class phase_ledger {
 public:
  /// Notes a run that replayed a schedule or was recorded. Until the first look, the first such run
  /// substitutes for a run that steals.
  void note_replay(double seconds) noexcept;

  /// Notes that the same run followed the final schedule. `busy` is the average number of busy
  /// workers, `idle` the share of all workers' time without work.
  void note_replaying(double busy, double idle) noexcept;

  /// Notes a run that stole.
  void note_stolen(double seconds) noexcept;

  /// Returns whether it is time for a look.
  [[nodiscard]] bool looks_now() const noexcept;

  /// Returns whether the last look has measured enough runs.
  [[nodiscard]] bool has_looked() const noexcept { return stolen_.has_three(); }

  /// Returns whether the look shows that following the schedule is no longer worth it. `workers` is
  /// the number of workers. Begins the next account in any case.
  [[nodiscard]] bool judge_look(unsigned workers) noexcept;

  /// Returns whether replayed runs have lost more than they may, measured by the last look.
  [[nodiscard]] bool has_lost_too_much() const noexcept { return has_plain_ && is_used_up(); }

  /// A look begins, or a stretch of runs that steal.
  void begin_look() noexcept { stolen_.forget(); }

  void begin_stretch() noexcept;

  /// Returns whether the stretch has been long enough, and there is credit for another attempt.
  [[nodiscard]] bool has_stolen_enough() const noexcept;

  /// Notes that another schedule is followed from now on.
  void begin_replaying() noexcept;

  /// Returns the duration of a run that steals, in seconds; 0 before the first run.
  [[nodiscard]] double usual_stolen() const noexcept { return plain_; }

  /// Returns the duration of a replayed run, in seconds, by the last three.
  [[nodiscard]] double usual_replay() const noexcept { return replays_.middle(); }

 private:
  [[nodiscard]] bool is_used_up() const noexcept;
  [[nodiscard]] double max_until_look() const noexcept;
  void settle_account() noexcept;

  static constexpr double max_credit = 8;
  static constexpr std::uint32_t first_look = 8;
  static constexpr std::uint32_t first_stretch = 16;

  double plain_ = 0;
  bool has_plain_ = false;  // measured by a look
  double credit_ = max_credit;
  last_three stolen_;
  last_three replays_;

  // Sums since the last look.
  double replay_seconds_ = 0;
  double replay_runs_ = 0;
  std::uint32_t followed_ = 0;
  double busy_ = 0;
  double idle_ = 0;

  std::uint32_t look_after_ = first_look;
  std::uint32_t next_stretch_ = first_stretch;
  std::uint32_t left_of_stretch_ = 0;
  std::uint32_t good_looks_ = 0;
};

}  // namespace nuthatch::detail
