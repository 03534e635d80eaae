// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/places/mailbox.hpp"
#include "core/places/sleepers.hpp"
#include "platform/deployment.hpp"

namespace nuthatch::core {

/// A range of consecutive worker indices.
struct worker_range {
  unsigned first;
  unsigned end;

  [[nodiscard]] unsigned size() const noexcept { return end - first; }
};

/// A group of workers that share their work (SLAW, section IV): where they sleep, and where others
/// leave work for them. Its workers have consecutive indices. Tasks stay in their place. So a
/// publisher looks for sleepers of its own place, unless stealing across places is allowed.
struct place {
  const unsigned index;
  const unsigned first_worker;
  const unsigned workers;
  sleepers asleep;
  mailbox mail;

  place(unsigned number, unsigned first, unsigned count)
      : index(number),
        first_worker(first),
        workers(count),
        asleep(count) {}

  /// The places of a deployment. Without groups, it is one place of `workers` workers.
  [[nodiscard]] static std::vector<std::unique_ptr<place>> all_of(
      const platform::deployment& deployed, unsigned workers) {
    std::vector<std::unique_ptr<place>> places;
    if (deployed.groups.empty()) {
      places.push_back(std::make_unique<place>(0, 0, workers));
    }
    unsigned first = 0;
    for (const auto& group : deployed.groups) {
      const auto count = static_cast<unsigned>(group.size());
      places.push_back(std::make_unique<place>(places.size(), first, count));
      first += count;
    }
    return places;
  }
};

}  // namespace nuthatch::core
