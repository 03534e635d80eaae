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

/// What is done about the schedules of the parallel runs. Those from `strict_ordered` to `relaxed`
/// follow the schedule of the warm-up, the last two have one for each phase of the program.
enum class schedule_use : std::uint8_t {
  off,
  record,
  strict_ordered,
  strict_unordered,
  relaxed,
  persistent,
  designated
};

/// The words for them, in that order.
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

/// Where the persistent phases of a program are.
struct persistent_state {
  std::array<std::size_t, 5> stages{};  ///< how many are in each, in the order of phase_stage
  std::uint64_t restarts = 0;
  std::uint64_t runs = 0;
};

/// What there is to say of schedules after a parallel run.
struct schedule_outcome {
  workloads::schedule_sums sums;  ///< of one or of all phases; see docs/bench-json.md
  schedule kept;                  ///< of the run; by phases that of phase 0
  std::optional<persistent_state> persistent;
};

/// Makes the parallel runs of a program, and keeps what later ones need of earlier ones.
class schedule_runs {
 public:
  /// `followed`: if of any steps, instead of that of the warm-up.
  schedule_runs(schedule_use use, spawn_policy policy, const schedule& followed);

  /// One run. The first has to be the warm-up.
  void run(workloads::instance& problem, runtime& workers, bool warm_up);

  /// Of the last run.
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
