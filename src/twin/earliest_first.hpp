// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "twin/turns.hpp"

namespace nuthatch::twin {

/// Discrete events: the actor with the earliest clock runs; among equals, the one with the smallest
/// number. So whatever an actor observes happened at its own time or before.
class earliest_first final : public turns {
 public:
  void add(unsigned actor, std::uint64_t now_ns) override { ready_.emplace(now_ns, actor); }

  [[nodiscard]] bool goes_on(unsigned running, std::uint64_t now_ns) override {
    return ready_.empty() || entry(now_ns, running) < ready_.top();
  }

  [[nodiscard]] std::optional<unsigned> take() override {
    if (ready_.empty()) {
      return std::nullopt;
    }
    const unsigned first = ready_.top().second;
    ready_.pop();
    return first;
  }

 private:
  using entry = std::pair<std::uint64_t, unsigned>;

  std::priority_queue<entry, std::vector<entry>, std::greater<>> ready_;
};

}  // namespace nuthatch::twin
