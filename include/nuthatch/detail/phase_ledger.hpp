// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace nuthatch::detail {

/// The middle one of the last three durations.
class last_three {
 public:
  void add(double seconds) noexcept;

  void forget() noexcept { count_ = 0; }

  [[nodiscard]] bool has_three() const noexcept { return count_ >= all_.size(); }

  /// Of fewer than three, the shortest. 0 where there is none.
  [[nodiscard]] double middle() const noexcept;

 private:
  std::array<double, 3> all_{};
  std::uint64_t count_ = 0;
};

/// Compares the runs of a persistent phase that replay a schedule (recorded, adapting, settling,
/// following) with those that steal as they like. Its unit is the run that steals: `credit` is how
/// many of these the phase may still lose.
///
/// Invariants:
///  1. Each run adds 1/8 to the credit, up to 8. A replayed run takes away what it lost, which is
///     its time divided by that of a run that steals, less one; 8 at most, since the machine may
///     hold up any run. A replayed run that is faster adds what it gained.
///  2. So, as the runs that steal in between measure it, n runs lose at most n/8 + 8, and what the
///     run lost that used the credit up.
///  3. A *look* is three runs that steal; the middle one is the measure from then on. The phase
///     looks after 8 runs that follow, then after twice as many each time, up to 256. It looks
///     earlier if the credit seems to be used up. Where workers are idle for more than a quarter of
///     the time, it looks after so many runs as all workers could have done in the time of 16, and
///     later of 32, but of no fewer than 8 then.
///  4. Following is not worth it if a look finds the credit used up, the middle one of the last
///     three replayed runs a quarter slower than stealing, or fewer than 1.25 workers at work on
///     average. Then the phase steals for a *stretch* of runs, and until it has credit for another
///     attempt. The stretch has 16 runs, and twice as many each time, up to 1024, until following
///     has stood two looks in a row.
///
/// One thread at a time. Cost: constant time.
class phase_ledger {
 public:
  /// A run that replayed a schedule or that was recorded. Until the first look the first such run
  /// stands for one that steals.
  void note_replay(double seconds) noexcept;

  /// The same run followed the last schedule; `busy` is how many workers worked on average, and
  /// `idle` which part of all workers' time was without work.
  void note_replaying(double busy, double idle) noexcept;

  /// A run that stole.
  void note_stolen(double seconds) noexcept;

  /// Whether it is time for a look.
  [[nodiscard]] bool looks_now() const noexcept;

  /// Whether the look that began last has seen enough.
  [[nodiscard]] bool has_looked() const noexcept { return stolen_.has_three(); }

  /// Whether, by what the look has seen, following is worth it no more. `workers` is how many there
  /// are. Begins the next account in any case.
  [[nodiscard]] bool judge_look(unsigned workers) noexcept;

  /// Whether replayed runs have lost more than they may, by the last look.
  [[nodiscard]] bool has_lost_too_much() const noexcept { return has_plain_ && is_used_up(); }

  /// A look begins, or a stretch of runs that steal.
  void begin_look() noexcept { stolen_.forget(); }

  void begin_stretch() noexcept;

  /// Whether the stretch has been long enough, and there is credit for another attempt.
  [[nodiscard]] bool has_stolen_enough() const noexcept;

  /// Another schedule is followed from now on.
  void begin_replaying() noexcept;

  /// Seconds that a run takes which steals; 0 before there was any run.
  [[nodiscard]] double usual_stolen() const noexcept { return plain_; }

  /// And one that is replayed, by the last three.
  [[nodiscard]] double usual_replay() const noexcept { return replays_.middle(); }

 private:
  [[nodiscard]] bool is_used_up() const noexcept;
  [[nodiscard]] double most_until_look() const noexcept;
  void settle_account() noexcept;

  static constexpr double most_credit = 8;
  static constexpr std::uint32_t first_look = 8;
  static constexpr std::uint32_t first_stretch = 16;

  double plain_ = 0;
  bool has_plain_ = false;  // by a look
  double credit_ = most_credit;
  last_three stolen_;
  last_three replays_;

  // Since the last look.
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
