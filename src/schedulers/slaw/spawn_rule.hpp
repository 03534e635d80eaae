#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/spawn_plan.hpp"

namespace nuthatch::scheduling {

/// What a worker's adaptive spawns do: the fresh-task condition of Algorithm 1 and the heuristic of
/// section III-A, evaluated every so many spawns. The stack condition, which goes before both, is
/// looked at with every spawn, by the core.
///
/// Only the owner may call.
class spawn_rule {
 public:
  struct thresholds {
    std::uint32_t fresh;     ///< F: tasks
    std::uint32_t interval;  ///< INT: spawns
  };

  explicit spawn_rule(thresholds t) noexcept : thresholds_(t) {}

  /// Steals are frequent when a computation begins, and after a thief has got a continuation.
  [[nodiscard]] core::spawn_plan first() noexcept {
    return planned({spawn_policy::help_first, std::min(thresholds_.interval, thresholds_.fresh)});
  }

  /// `works` were published because somebody had asked. Counts as steals: thieves need a moment to
  /// take them.
  void note_published(unsigned works) noexcept { published_ += works; }

  /// After the planned spawns: thieves took so much so far, `fresh` tasks are here, and other workers
  /// are idle, or not. These are thieves that have not come yet: an interval of empty tasks is over
  /// before they can.
  [[nodiscard]] core::spawn_plan next(std::uint64_t stolen,
                                      std::uint64_t fresh,
                                      bool idle_others) noexcept {
    const std::uint64_t lately = taken_since_last(stolen);
    if (idle_others) {
      return planned(for_frequent_steals(fresh));
    }
    if (lately == 0) {
      return planned({spawn_policy::work_first, 0});  // until somebody asks for work
    }
    return planned(lately * steals_are_frequent < planned_
                       ? core::spawn_plan{spawn_policy::work_first, thresholds_.interval}
                       : for_frequent_steals(fresh));
  }

  /// Somebody has asked for work while spawns are work-first, and `left` of those planned were still
  /// to come; 0: they were not counted.
  [[nodiscard]] core::spawn_plan asked(std::uint64_t stolen,
                                       std::uint64_t fresh,
                                       std::uint32_t left) noexcept {
    const std::uint64_t lately = taken_since_last(stolen);
    if (left != 0 && planned_ - left < lately * steals_are_frequent) {
      return planned(for_frequent_steals(fresh));
    }
    return planned({spawn_policy::work_first, thresholds_.interval});
  }

 private:
  // One for so many spawns. Fewer cost less than work-first spawns save.
  static constexpr std::uint32_t steals_are_frequent = 4;

  std::uint64_t taken_since_last(std::uint64_t stolen) noexcept {
    const std::uint64_t taken = stolen + published_;
    return taken - std::exchange(taken_before_, taken);
  }

  [[nodiscard]] core::spawn_plan for_frequent_steals(std::uint64_t fresh) const noexcept {
    const std::uint64_t room = fresh < thresholds_.fresh ? thresholds_.fresh - fresh : 0;
    // Not for the last few that the threshold leaves: counting them would not pay.
    if (room <= thresholds_.fresh / 8) {
      return {spawn_policy::work_first, thresholds_.interval};
    }
    return {spawn_policy::help_first,
            static_cast<std::uint32_t>(std::min<std::uint64_t>(thresholds_.interval, room))};
  }

  core::spawn_plan planned(core::spawn_plan plan) noexcept {
    planned_ = plan.spawns;
    return plan;
  }

  thresholds thresholds_;
  std::uint64_t published_ = 0;
  std::uint64_t taken_before_ = 0;
  std::uint32_t planned_ = 0;
};

}  // namespace nuthatch::scheduling
