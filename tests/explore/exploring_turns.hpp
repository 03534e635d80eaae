#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/assert.hpp"
#include "explore/schedule.hpp"
#include "explore/strategy.hpp"
#include "twin/turns.hpp"

namespace nuthatch::exploring {

/// Lets a strategy decide whose turn it is, and writes down how.
class exploring_turns final : public twin::turns {
 public:
  /// `most_decisions`: a run with more is taken for one that never ends.
  exploring_turns(strategy& by, running_record& record, std::uint64_t most_decisions)
      : by_(by),
        record_(record),
        most_decisions_(most_decisions) {}

  void add(unsigned actor, std::uint64_t /*now_ns*/) override {
    ready_.insert(std::ranges::lower_bound(ready_, actor), actor);
  }

  [[nodiscard]] bool goes_on(unsigned running, std::uint64_t /*now_ns*/) override {
    if (ready_.empty()) {
      return true;
    }
    able_ = ready_;
    able_.insert(std::ranges::lower_bound(able_, running), running);
    const unsigned chosen = decide(running, true);
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
      chosen = decide(waiting_longest(), false);
    }
    ready_.erase(std::ranges::find(ready_, chosen));
    return chosen;
  }

 private:
  /// Of those that are able, who ran the longest ago: so the plain run is fair to all.
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
    NUTHATCH_CHECK(record_.decisions < most_decisions_, "livelock: the run does not end");
    const unsigned chosen = by_.choose({able_, plain, preemption});
    if (chosen != plain && record_.deviations < running_record::most) {
      record_.list[record_.deviations++] = {static_cast<std::uint32_t>(record_.decisions), chosen};
    }
    ++record_.decisions;
    last_turn_of(chosen) = record_.decisions;
    return chosen;
  }

  strategy& by_;
  running_record& record_;
  std::uint64_t most_decisions_;
  std::vector<unsigned> ready_;  // ascending
  std::vector<unsigned> able_;
  std::vector<std::uint64_t> last_turn_;
  std::optional<unsigned> next_;
};

}  // namespace nuthatch::exploring
