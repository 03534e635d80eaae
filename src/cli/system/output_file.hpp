// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::cli {

/// The target of `--json`: a file that is either complete or untouched, or "-" for standard output.
///
/// Text goes to a hidden file beside the target, which gets the target's owner and mode, is flushed
/// to the disk, and takes the target's name in one step. A symbolic link stays, and the target is
/// what it points to. Targets that cannot be replaced in this way are written directly: those that
/// are no regular files (a pipe, /dev/null), files with several names, files in folders that cannot
/// take new ones, and files whose owner a new one could not have.
class output_file {
 public:
  /// Throws usage_error that names `option` if nothing could be written there, so that a long
  /// measurement does not end with that error. An empty path means that no output is wanted.
  output_file(std::string_view option, std::string path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  [[nodiscard]] bool wanted() const { return !path_.empty(); }

  [[nodiscard]] bool is_standard_output() const { return path_ == "-"; }

  /// Throws usage_error that names `option` if both are the same file; `other` is the other option.
  void require_other_than(std::string_view option,
                          const std::string& path,
                          std::string_view other) const;

  /// Throws std::system_error; a replaceable target is then unchanged. Call it at most once.
  void write(std::string_view text) const;

 private:
  void prepare();

  std::string path_;
  int direct_ = -1;  // open if the target is not replaced
};

}  // namespace nuthatch::cli
