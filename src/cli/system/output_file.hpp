#pragma once

#include <string>
#include <string_view>

namespace nuthatch::cli {

/// Where `--json` goes: a file that is either complete or untouched, or "-" for standard output.
///
/// Text goes to a hidden file beside the target, is flushed to the disk, and takes the target's
/// name in one step. What is not a regular file (a pipe, /dev/null) is written to directly.
class output_file {
 public:
  /// Throws usage_error naming `option` when nothing could be written there; so a long measurement
  /// does not end in one. An empty path means no output is wanted.
  output_file(std::string option, std::string path);

  [[nodiscard]] bool wanted() const { return !path_.empty(); }

  [[nodiscard]] bool is_standard_output() const { return path_ == "-"; }

  /// Throws std::system_error; the target is then as it was.
  void write(std::string_view text) const;

 private:
  std::string path_;
  bool replace_ = true;
};

}  // namespace nuthatch::cli
