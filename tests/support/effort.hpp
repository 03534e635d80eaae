// SPDX-License-Identifier: Apache-2.0

// How much of its full length a stress test runs. NUTHATCH_TEST_EFFORT gives it in percent of the
// length written in the test: sanitizers and emulators need a tenth, a night can afford a thousand.
#pragma once

#include <algorithm>
#include <cstddef>

#include "environment_number.hpp"

namespace nuthatch::testing {

// The number of rounds to run where the full test has `full`; at least 1. Ends the program where
// the variable is not a number.
inline std::size_t rounds(std::size_t full) {
  const std::size_t percent = environment_number("NUTHATCH_TEST_EFFORT", 1, 1'000'000, 100);
  return std::max<std::size_t>(1, full * percent / 100);
}

}  // namespace nuthatch::testing
