// How much of its full length a stress test runs. NUTHATCH_TEST_EFFORT gives it in percent of the
// length written in the test: sanitizers and emulators need a tenth, a night can afford a thousand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace nuthatch::testing {

// The number of rounds to run where the full test has `full`; at least 1.
inline std::size_t rounds(std::size_t full) {
  const char* text = std::getenv("NUTHATCH_TEST_EFFORT");  // NOLINT(concurrency-mt-unsafe)
  const std::size_t percent = text == nullptr ? 100 : std::strtoull(text, nullptr, 10);
  return std::max<std::size_t>(1, full * percent / 100);
}

}  // namespace nuthatch::testing
