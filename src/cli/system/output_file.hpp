// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::cli {

/// Where `--json` goes: a file that is either complete or untouched, or "-" for standard output.
///
/// Text goes to a hidden file beside the target, which gets the target's owner and mode, is flushed
/// to the disk, and takes the target's name in one step. A symbolic link stays, and what it points
/// to is the target. What cannot be replaced like that is written to directly: what is no regular
/// file (a pipe, /dev/null), a file with several names, in a folder that takes no new ones, or of
/// an owner that a new one could not have.
class output_file {
 public:
  /// Throws usage_error naming `option` when nothing could be written there; so a long measurement
  /// does not end in one. An empty path means no output is wanted.
  output_file(std::string_view option, std::string path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  [[nodiscard]] bool wanted() const { return !path_.empty(); }

  [[nodiscard]] bool is_standard_output() const { return path_ == "-"; }

  /// Throws usage_error naming `option` where that is the same file, which `other` is about.
  void require_other_than(std::string_view option,
                          const std::string& path,
                          std::string_view other) const;

  /// Throws std::system_error; a target that can be replaced is then as it was. Call at most once.
  void write(std::string_view text) const;

 private:
  void prepare();

  std::string path_;
  int direct_ = -1;  // open, if the target is not replaced
};

}  // namespace nuthatch::cli
