// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "explore/scenario.hpp"
#include "explore/schedule.hpp"

namespace nuthatch::exploring {

/// What to try.
struct request {
  std::string only;  ///< a scenario; empty: all
  std::string how = "random";
  bool weak_memory = false;
  std::uint64_t runs = 1'000;
  std::uint64_t seed = 1;
  unsigned deviations = 2;
  std::string schedule;  ///< to replay; empty: none
};

/// Runs `what` as wanted, in a child process, since a failure ends it, and prints what came of it;
/// after a failure the schedule, cut to what that needs. `record` lies in shared memory. True when
/// all runs passed. Throws std::invalid_argument for a schedule that is none.
[[nodiscard]] bool explore(const scenario& what, const request& wanted, running_record& record);

}  // namespace nuthatch::exploring
