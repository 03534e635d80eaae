// SPDX-License-Identifier: Apache-2.0

// Numbers that tests read from environment variables.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace nuthatch::testing {

/// Returns the value of the variable, from `least` to `most`, or `otherwise` if it is not set. Ends
/// the program with status 2 for any other value, because a test that guessed a value would not
/// test what it reports.
inline std::uint64_t environment_number(const char* name,
                                        std::uint64_t least,
                                        std::uint64_t most,
                                        std::uint64_t otherwise) {
  const char* const text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  if (text == nullptr) {
    return otherwise;
  }
  const char* const end = text + std::strlen(text);
  std::uint64_t value = 0;
  const auto [read_to, wrong] = std::from_chars(text, end, value);
  if (wrong != std::errc() || read_to != end || value < least || value > most) {
    std::cerr << name << ": '" << text << "' is no whole number from " << least << " to " << most
              << '\n'
              << std::flush;
    std::_Exit(2);
  }
  return value;
}

}  // namespace nuthatch::testing
