// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

namespace nuthatch::cli {

/// Where text goes and what it may contain.
class terminal {
 public:
  /// Of a file descriptor: standard output or standard error.
  static terminal of(int descriptor);

  terminal(bool interactive, bool colour, std::size_t width)
      : interactive_(interactive),
        colour_(colour),
        width_(width) {}

  /// A person is looking: progress may be drawn.
  [[nodiscard]] bool interactive() const { return interactive_; }

  /// Escape sequences are understood and wanted (NO_COLOR is not set).
  [[nodiscard]] bool colour() const { return colour_; }

  /// Columns; what is not a terminal has the width of COLUMNS, else as many as wanted.
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  bool interactive_;
  bool colour_;
  std::size_t width_;
};

/// All of `text`, at once, to stdout or stderr. Throws std::system_error saying why it cannot be
/// written.
void print(std::FILE* stream, std::string_view text);

}  // namespace nuthatch::cli
