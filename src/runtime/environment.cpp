// SPDX-License-Identifier: Apache-2.0
#include "runtime/environment.hpp"

#include <cstdlib>

namespace nuthatch {

std::optional<std::string_view> environment_value(const std::string& variable) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes it
  const char* const text = std::getenv(variable.c_str());
  if (text == nullptr || *text == '\0') {
    return std::nullopt;
  }
  return text;
}

}  // namespace nuthatch
