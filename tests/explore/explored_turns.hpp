// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "atomic/explorer.hpp"
#include "explore/decisions.hpp"
#include "twin/turns.hpp"

namespace nuthatch::exploring {

/// Turns that are decided by a strategy.
class explored_turns final : public twin::turns {
 public:
  /// `about` points to the access that the running actor is about to make; it is null if there is
  /// none.
  explored_turns(decisions& by, const access* const& about) : by_(by), about_(about) {}

  void add(unsigned actor, std::uint64_t /*now_ns*/) override {
    ready_.insert(std::ranges::lower_bound(ready_, actor), actor);
  }

  [[nodiscard]] bool goes_on(unsigned running, std::uint64_t /*now_ns*/) override {
    last_ = running;
    if (ready_.empty()) {
      by_.goes_on_alone();
      return true;
    }
    able_ = ready_;
    able_.insert(std::ranges::lower_bound(able_, running), running);
    const unsigned chosen = decide(running, /*preemption=*/true);
    if (chosen == running) {
      return true;
    }
    next_ = chosen;
    return false;
  }

  [[nodiscard]] std::optional<unsigned> take() override {
    if (ready_.empty()) {
      return std::nullopt;
    }
    unsigned chosen = ready_.front();
    if (next_) {
      chosen = *next_;
      next_.reset();
    } else if (ready_.size() > 1) {
      able_ = ready_;
      chosen = decide(waiting_longest(), /*preemption=*/false);
    } else {
      by_.by().goes_on_alone(chosen);
    }
    ready_.erase(std::ranges::find(ready_, chosen));
    last_ = chosen;
    return chosen;
  }

 private:
  /// Returns the able actor that ran least recently. So the plain run is fair to all actors.
  [[nodiscard]] unsigned waiting_longest() {
    return *std::ranges::min_element(
        able_, {}, [this](unsigned actor) { return last_turn_of(actor); });
  }

  std::uint64_t& last_turn_of(unsigned actor) {
    if (last_turn_.size() <= actor) {
      last_turn_.resize(actor + std::size_t{1});
    }
    return last_turn_[actor];
  }

  unsigned decide(unsigned plain, bool preemption) {
    const unsigned chosen =
        by_.about_turn(last_, able_, plain, preemption, preemption ? about_ : nullptr);
    last_turn_of(chosen) = by_.so_far();
    return chosen;
  }

  decisions& by_;
  const access* const& about_;
  std::vector<unsigned> ready_;  // ascending
  std::vector<unsigned> able_;
  std::vector<std::uint64_t> last_turn_;
  unsigned last_ = 0;  // the actor that runs, or that ran last
  std::optional<unsigned> next_;
};

}  // namespace nuthatch::exploring
