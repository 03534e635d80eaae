// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <nuthatch/nuthatch.hpp>

#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// How the parallel runs use schedules. Those from `strict_ordered` to `relaxed` follow the
/// schedule of the warm-up; the last two have one for each phase of the program.
enum class schedule_use : std::uint8_t {
  off,
  record,
  strict_ordered,
  strict_unordered,
  relaxed,
  persistent,
  designated
};

/// The words for the values, in that order.
inline constexpr std::array<std::string_view, 7> schedule_uses{
    "off", "record", "strict_ordered", "strict_unordered", "relaxed", "persistent", "designated"};

[[nodiscard]] constexpr std::string_view word_for(schedule_use use) noexcept {
  return schedule_uses[static_cast<std::size_t>(use)];
}

[[nodiscard]] constexpr bool replays(schedule_use use) noexcept {
  return use != schedule_use::off && use != schedule_use::record;
}

[[nodiscard]] constexpr bool is_by_phases(schedule_use use) noexcept {
  return use == schedule_use::persistent || use == schedule_use::designated;
}

/// The stages of a program's persistent phases.
struct persistent_state {
  std::array<std::size_t, 5> stages{};  ///< number of phases in each, in the order of phase_stage
  std::uint64_t restarts = 0;
  std::uint64_t runs = 0;
};

/// The schedules of a parallel run, for reports.
struct schedule_outcome {
  workloads::schedule_sums sums;  ///< of one or of all phases; see docs/bench-json.md
  schedule kept;                  ///< of the run; with phases, that of phase 0
  std::optional<persistent_state> persistent;
};

/// Makes the parallel runs of a program, and keeps what later runs need of earlier ones.
class schedule_runs {
 public:
  /// If `followed` has steps, runs follow it instead of the warm-up's schedule.
  schedule_runs(schedule_use use, spawn_policy policy, const schedule& followed);

  /// Makes one run. The first one has to be the warm-up.
  void run(workloads::instance& problem, runtime& workers, bool warm_up);

  /// The schedules of the last run.
  [[nodiscard]] schedule_outcome outcome() const;

 private:
  void run_whole(workloads::instance& problem, runtime& workers, bool warm_up);

  schedule_use use_;
  spawn_policy policy_;
  schedule followed_;  // of the warm-up, if none was given
  bool was_given_;
  replay_result last_;        // of a run as a whole
  workloads::phases phases_;  // of the others
};

}  // namespace nuthatch::cli
