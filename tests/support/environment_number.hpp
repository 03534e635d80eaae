// SPDX-License-Identifier: Apache-2.0

// Numbers that environment variables give to tests.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace nuthatch::testing {

/// The number that the variable gives, from `least` to `most`; `otherwise` where it is not set.
/// Ends the program with status 2 where it is anything else: a test that guessed would show less
/// than it says.
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
