// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/spawning/spawn_plan.hpp"

namespace nuthatch::scheduling {

/// Determines what a worker's adaptive spawns do: the fresh-task condition of Algorithm 1 and the
/// heuristic of section III-A, evaluated once per interval. The stack condition, which has
/// precedence over both, is checked by the core at every spawn.
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

  /// Notes that `works` items were published on request. They count as steals, because thieves need
  /// a moment to take them.
  void note_published(unsigned works) noexcept { published_ += works; }

  /// Called after the planned spawns. `stolen` is the total that thieves have taken, `fresh` the
  /// number of fresh tasks of the worker. Idle workers count as thieves that have not come yet: an
  /// interval of empty tasks ends before they can.
  [[nodiscard]] core::spawn_plan next(std::uint64_t stolen,
                                      std::uint64_t fresh,
                                      bool idle_others) noexcept {
    const std::uint64_t lately = taken_lately(stolen);
    const std::uint32_t spawns = planned_;
    begin_interval(stolen);
    if (idle_others || lately * steals_are_frequent >= std::max(spawns, 1U)) {
      return planned(for_frequent_steals(fresh));
    }
    // Without any steal, the plan has no end: it lasts until a worker requests work.
    return planned({spawn_policy::work_first,
                    lately == 0 ? core::spawn_plan::until_told : thresholds_.interval});
  }

  /// Called when a worker has requested work while spawns are work-first, with `left` of the
  /// planned spawns still to come.
  [[nodiscard]] core::spawn_plan asked(std::uint64_t stolen,
                                       std::uint64_t fresh,
                                       std::uint32_t left) noexcept {
    if (left == core::spawn_plan::until_told) {  // first in a while: thieves are back
      begin_interval(stolen);
      note_published(1);
      return planned(for_frequent_steals(fresh));
    }
    if (planned_ - left < taken_lately(stolen) * steals_are_frequent) {
      begin_interval(stolen);
      return planned(for_frequent_steals(fresh));
    }
    return {spawn_policy::work_first, left};  // the interval continues
  }

  /// The worker, which had no fresh tasks, has got some of another worker's.
  [[nodiscard]] core::spawn_plan got(std::uint32_t fresh, core::spawn_plan plan) noexcept {
    const std::uint32_t most = thresholds_.fresh - std::min(thresholds_.fresh, fresh);
    if (plan.policy == spawn_policy::work_first || plan.spawns <= most) {
      return plan;
    }
    return most == 0 ? planned({spawn_policy::work_first, thresholds_.interval})
                     : planned({spawn_policy::help_first, most});
  }

 private:
  // One steal per so many spawns. Fewer steals cost less than work-first spawns save.
  static constexpr std::uint32_t steals_are_frequent = 4;

  // The last fraction of the fresh threshold, one in so many, is not used: counting exactly enough
  // to use it would cost more than it gains.
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
  std::uint32_t planned_ = 0;  // number of spawns of the interval
};

}  // namespace nuthatch::scheduling
