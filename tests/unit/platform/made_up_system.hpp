// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace nuthatch::platform {

/// A folder that replaces "/" in tests of what is read from /proc and /sys. It is removed at the
/// end.
class made_up_system {
 public:
  made_up_system() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nuthatch-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("cannot make a folder like " + pattern);
    }
    root_ = pattern;
  }

  made_up_system(const made_up_system&) = delete;
  made_up_system& operator=(const made_up_system&) = delete;

  ~made_up_system() { std::filesystem::remove_all(root_); }

  /// Writes a file. `path` is absolute, as on a real system.
  void write(const std::string& path, const std::string& content) const {
    const auto place = root_ / std::filesystem::path(path).relative_path();
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place) << content;
  }

  [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

  /// A line of mountinfo.
  [[nodiscard]] static std::string mount(const std::string& group,
                                         const std::string& point,
                                         const std::string& type,
                                         const std::string& options) {
    return "31 23 0:28 " + group + " " + point + " rw,relatime shared:9 - " + type + " name rw," +
           options + "\n";
  }

 private:
  std::filesystem::path root_;
};

}  // namespace nuthatch::platform
