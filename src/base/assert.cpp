// SPDX-License-Identifier: Apache-2.0
#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace nuthatch::base {

void check_failed(const char* condition, const char* file, int line, const char* message) noexcept {
  const char* const separator = message == nullptr ? "" : ": ";
  const char* const reason = message == nullptr ? "" : message;
  static_cast<void>(std::fprintf(
      stderr, "nuthatch: %s:%d: check failed: %s%s%s\n", file, line, condition, separator, reason));
  std::abort();
}

void end_program(const char* message) noexcept {
  static_cast<void>(std::fprintf(stderr, "nuthatch: %s\n", message));
  std::abort();
}

}  // namespace nuthatch::base
