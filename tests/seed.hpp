// The seed of everything random in a test program. NUTHATCH_TEST_SEED sets it; otherwise each run
// has another one. Printed at its first use, so that a failure can be repeated.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace nuthatch::testing {

inline std::uint64_t seed() {
  static const std::uint64_t chosen = [] {
    const char* text = std::getenv("NUTHATCH_TEST_SEED");  // NOLINT(concurrency-mt-unsafe)
    const std::uint64_t value =
        text == nullptr ? std::random_device()() : std::strtoull(text, nullptr, 10);
    std::cout << "seed " << value << "; to repeat: NUTHATCH_TEST_SEED=" << value << '\n'
              << std::flush;  // also a test that crashes shows it
    return value;
  }();
  return chosen;
}

}  // namespace nuthatch::testing
