// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nuthatch::cli {

/// How a child process ended, and its output.
struct child_result {
  int exit_status = -1;  ///< valid if neither a signal nor the time limit ended it
  int signal = 0;
  bool timed_out = false;
  std::string start_error;  ///< why it could not be started; empty if it was
  std::string output;       ///< standard output
  std::string error_output;
  std::uint64_t peak_resident_bytes = 0;

  [[nodiscard]] bool succeeded() const {
    return start_error.empty() && !timed_out && signal == 0 && exit_status == 0;
  }
};

/// Runs `command` (path and arguments) to its end, with standard input closed and both outputs
/// collected. Kills it after `time_limit` seconds (0: none). Never throws because of what the child
/// does.
child_result run_child(const std::vector<std::string>& command, double time_limit);

/// The path of the file that this process runs.
std::string own_path();

/// One sentence about a child that did not succeed. Contains the last line of its error output, if
/// any.
std::string describe_failure(const child_result& result);

}  // namespace nuthatch::cli
