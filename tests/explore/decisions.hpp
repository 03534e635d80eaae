// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/assert.hpp"
#include "explore/schedule.hpp"
#include "explore/strategy.hpp"

namespace nuthatch::exploring {

/// The decisions of one run. A strategy makes them; those that deviate from the plain run are
/// recorded.
class decisions {
 public:
  /// A run with more than `most` decisions counts as one that never ends.
  decisions(strategy& by, running_record& record, std::uint64_t most)
      : by_(by),
        record_(record),
        most_(most) {}

  [[nodiscard]] strategy& by() noexcept { return by_; }

  /// Counts a point without a decision: all other actors wait.
  void goes_on_alone() { NUTHATCH_CHECK(++alone_ < most_, "livelock: one waits for the others"); }

  /// Decides which actor runs after `actor`. The other parameters are the members of `choice`.
  unsigned about_turn(unsigned actor,
                      std::span<const unsigned> able,
                      unsigned plain,
                      bool preemption,
                      const access* about) {
    const place at = next(actor);
    const unsigned chosen = by_.choose({at, able, plain, preemption, about});
    if (chosen != plain) {
      note(at, chosen);
    }
    return chosen;
  }

  std::size_t about_store(unsigned actor, std::size_t count) {
    const place at = next(actor);
    const std::size_t chosen = by_.choose_store(at, count);
    if (chosen != 0) {
      note(at, static_cast<unsigned>(chosen));
    }
    return chosen;
  }

  /// Returns the number of decisions, without the one that is being made.
  [[nodiscard]] std::uint64_t so_far() const noexcept { return record_.decisions; }

 private:
  place next(unsigned actor) {
    NUTHATCH_CHECK(record_.decisions < most_, "livelock: the run does not end");
    ++record_.decisions;
    alone_ = 0;
    if (made_.size() <= actor) {
      made_.resize(actor + std::size_t{1});
    }
    return {actor, made_[actor]++};
  }

  void note(place at, unsigned chosen) {
    if (record_.deviations < running_record::most) {
      record_.list[record_.deviations++] = {at, chosen};
    }
  }

  strategy& by_;
  running_record& record_;
  std::uint64_t most_;
  std::uint64_t alone_ = 0;          // points since the last decision
  std::vector<std::uint32_t> made_;  // by actor
};

}  // namespace nuthatch::exploring
