// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace nuthatch::testing {

/// A new directory that is removed with the object.
class temporary_directory {
 public:
  temporary_directory();
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;
  ~temporary_directory();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// Writes a file below the directory, and creates the directories on its path.
  void write(const std::filesystem::path& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

}  // namespace nuthatch::testing
