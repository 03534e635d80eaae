// SPDX-License-Identifier: Apache-2.0

// The length of stress tests. NUTHATCH_TEST_EFFORT sets it in percent of the length in the test's
// source: sanitizers and emulators use a tenth, and a nightly run can use ten times the length.
#pragma once

#include <algorithm>
#include <cstddef>

#include "environment_number.hpp"

namespace nuthatch::testing {

// Returns the number of rounds to run if the full test has `full` rounds; at least 1. Ends the
// program if the variable is not a number.
inline std::size_t rounds(std::size_t full) {
  const std::size_t percent = environment_number("NUTHATCH_TEST_EFFORT", 1, 1'000'000, 100);
  return std::max<std::size_t>(1, full * percent / 100);
}

}  // namespace nuthatch::testing
