// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "explore/scenario.hpp"
#include "explore/schedule.hpp"

namespace nuthatch::exploring {

/// What to explore, and how.
struct request {
  std::string only;  ///< the name of a scenario; empty: all
  std::string how = "random";
  bool weak_memory = false;
  std::uint64_t runs = 1'000;
  std::uint64_t seed = 1;
  unsigned deviations = 2;
  std::string schedule;  ///< the schedule to replay; empty: none
};

/// Explores `what` in a child process, because a failure ends the process, and prints the result.
/// After a failure, prints the schedule, reduced to the deviations that it needs. `record` has to
/// be in shared memory. Returns true if all runs passed. Throws std::invalid_argument for an
/// invalid schedule.
[[nodiscard]] bool explore(const scenario& what, const request& wanted, running_record& record);

}  // namespace nuthatch::exploring
