// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// What a directory holds. Symbolic links are left out, to files as well as to directories:
/// following them could lead round in circles and would count files twice; devices and pipes are
/// left out, too.
struct directory_listing {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> directories;
  std::uint64_t unreadable =
      0;  ///< entries of which the system does not tell what they are; 1 more
          ///< when the directory cannot be read, or not to its end
};

directory_listing list_directory(const std::filesystem::path& directory);

/// The whole content; nothing when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace nuthatch::workloads
