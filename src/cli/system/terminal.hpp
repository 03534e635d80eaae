// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

namespace nuthatch::cli {

/// The destination of text and its capabilities.
class terminal {
 public:
  /// The terminal of a file descriptor: standard output or standard error.
  static terminal of(int descriptor);

  terminal(bool interactive, bool colour, std::size_t width)
      : interactive_(interactive),
        colour_(colour),
        width_(width) {}

  /// Whether it is interactive: progress may be drawn.
  [[nodiscard]] bool interactive() const { return interactive_; }

  /// Whether escape sequences are understood and wanted (NO_COLOR is not set).
  [[nodiscard]] bool colour() const { return colour_; }

  /// The number of columns: for terminals their width, otherwise the value of COLUMNS or unlimited.
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  bool interactive_;
  bool colour_;
  std::size_t width_;
};

/// Writes all of `text` at once to stdout or stderr. Throws std::system_error with the reason if
/// that fails.
void print(std::FILE* stream, std::string_view text);

}  // namespace nuthatch::cli
