// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace CLI {    // NOLINT(readability-identifier-naming): the library's
class App;         // NOLINT(readability-identifier-naming)
class ParseError;  // NOLINT(readability-identifier-naming)
}  // namespace CLI

namespace nuthatch::cli {

/// The exit status of the command. Scripts rely on these numbers.
enum exit_status : int {
  exit_success = 0,
  exit_failure = 1,    ///< a run failed, or an answer was wrong
  exit_bad_input = 2,  ///< the command line requests something impossible
};

/// Bad input. The text is one line that names the option and states the valid values. The command
/// prints it and ends with `exit_bad_input`.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A program that ran for the command has failed, and its message is complete lines. The command
/// prints them unchanged, and ends with the program's status.
class told_already : public std::runtime_error {
 public:
  told_already(const std::string& lines, int status) : std::runtime_error(lines), status_(status) {}

  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

/// One sentence about a command line that could not be parsed: names the argument, suggests the
/// nearest subcommand or option, and points to the help of `chosen`, the active subcommand.
std::string parse_complaint(const CLI::ParseError& error,
                            const CLI::App& root,
                            const CLI::App& chosen);

}  // namespace nuthatch::cli
