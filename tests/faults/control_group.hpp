// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace nuthatch::testing {

/// A control group of its own, made where the machine lets one be made; it disappears with the
/// object.
class control_group {
 public:
  /// `controller` as in "memory" or "cpu".
  explicit control_group(const std::string& controller);
  control_group(const control_group&) = delete;
  control_group& operator=(const control_group&) = delete;
  ~control_group();

  /// Empty when the group is there; otherwise why not.
  [[nodiscard]] const std::string& missing() const noexcept { return missing_; }

  /// Writes a limit, under its name of version 2 or 1, whichever there is. False if that is
  /// refused.
  [[nodiscard]] bool limit(const char* v2_file,
                           const char* v2_text,
                           const char* v1_file,
                           const char* v1_text) const;

  /// The calling process, with its threads, moves into the group.
  [[nodiscard]] bool enter() const;

 private:
  std::filesystem::path path_;
  bool is_v2_ = false;
  std::string missing_;
};

}  // namespace nuthatch::testing
