// SPDX-License-Identifier: Apache-2.0

// The seed of all random choices in a test program. NUTHATCH_TEST_SEED sets it; otherwise each run
// has another one. It is printed at its first use, so that a failure can be repeated.
#pragma once

#include <cstdint>
#include <iostream>
#include <limits>
#include <random>

#include "environment_number.hpp"

namespace nuthatch::testing {

inline std::uint64_t seed() {
  static const std::uint64_t chosen = [] {
    const std::uint64_t value = environment_number(
        "NUTHATCH_TEST_SEED", 0, std::numeric_limits<std::uint64_t>::max(), std::random_device()());
    std::cout << "seed " << value << "; to repeat: NUTHATCH_TEST_SEED=" << value << '\n'
              << std::flush;  // flushed, so that a test that crashes has printed it
    return value;
  }();
  return chosen;
}

}  // namespace nuthatch::testing
