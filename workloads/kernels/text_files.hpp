// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// The content of a directory. Symbolic links to files and directories are skipped: following them
/// could lead to cycles and would count files twice. Devices and pipes are skipped as well.
struct directory_listing {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> directories;
  std::uint64_t unreadable =
      0;  ///< entries of which the system does not tell what they are; 1 more
          ///< when the directory cannot be read, or not to its end
};

directory_listing list_directory(const std::filesystem::path& directory);

/// The whole content. Nothing if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace nuthatch::workloads
