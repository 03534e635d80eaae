// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/spawning/spawn_plan.hpp"

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

  /// After the planned spawns: thieves took so much so far, `fresh` tasks are here, and other
  /// workers are idle, or not. These are thieves that have not come yet: an interval of empty tasks
  /// is over before they can.
  [[nodiscard]] core::spawn_plan next(std::uint64_t stolen,
                                      std::uint64_t fresh,
                                      bool idle_others) noexcept {
    const std::uint64_t lately = taken_lately(stolen);
    const std::uint32_t spawns = planned_;
    begin_interval(stolen);
    if (idle_others || lately * steals_are_frequent >= std::max(spawns, 1U)) {
      return planned(for_frequent_steals(fresh));
    }
    // Without any steal: until somebody asks for work.
    return planned({spawn_policy::work_first,
                    lately == 0 ? core::spawn_plan::until_told : thresholds_.interval});
  }

  /// Somebody has asked for work while spawns are work-first, and `left` of those planned were
  /// still to come.
  [[nodiscard]] core::spawn_plan asked(std::uint64_t stolen,
                                       std::uint64_t fresh,
                                       std::uint32_t left) noexcept {
    if (left == core::spawn_plan::until_told) {  // the first in a while: there are thieves again
      begin_interval(stolen);
      note_published(1);
      return planned(for_frequent_steals(fresh));
    }
    if (planned_ - left < taken_lately(stolen) * steals_are_frequent) {
      begin_interval(stolen);
      return planned(for_frequent_steals(fresh));
    }
    return {spawn_policy::work_first, left};  // the interval goes on
  }

  /// The worker, which had no fresh tasks, has got some others' to run.
  [[nodiscard]] core::spawn_plan got(std::uint32_t fresh, core::spawn_plan plan) noexcept {
    const std::uint32_t most = thresholds_.fresh - std::min(thresholds_.fresh, fresh);
    if (plan.policy == spawn_policy::work_first || plan.spawns <= most) {
      return plan;
    }
    return most == 0 ? planned({spawn_policy::work_first, thresholds_.interval})
                     : planned({spawn_policy::help_first, most});
  }

 private:
  // One for so many spawns. Fewer cost less than work-first spawns save.
  static constexpr std::uint32_t steals_are_frequent = 4;

  // What is left of the fresh threshold is not used to the last part of so many: to count so that
  // the threshold holds would cost more than that brings.
  static constexpr std::uint32_t last_part = 8;

  /// Work items that were published and then stolen count once.
  [[nodiscard]] std::uint64_t taken_lately(std::uint64_t stolen) const noexcept {
    return std::max(stolen - stolen_before_, published_);
  }

  void begin_interval(std::uint64_t stolen) noexcept {
    stolen_before_ = stolen;
    published_ = 0;
  }

  [[nodiscard]] core::spawn_plan for_frequent_steals(std::uint64_t fresh) const noexcept {
    const std::uint64_t room = fresh < thresholds_.fresh ? thresholds_.fresh - fresh : 0;
    if (room <= thresholds_.fresh / last_part) {
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
  std::uint64_t published_ = 0;  // since the interval began
  std::uint64_t stolen_before_ = 0;
  std::uint32_t planned_ = 0;  // spawns of the interval
};

}  // namespace nuthatch::scheduling
