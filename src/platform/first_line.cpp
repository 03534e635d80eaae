// SPDX-License-Identifier: Apache-2.0
#include "platform/first_line.hpp"

#include <fstream>

namespace nuthatch::platform {

std::optional<std::string> first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? std::optional(line) : std::nullopt;
}

}  // namespace nuthatch::platform
