// SPDX-License-Identifier: Apache-2.0
#include "cli/system/terminal.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace nuthatch::cli {

namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
  return value == nullptr ? std::string_view{} : value;
}

std::size_t width_of(int descriptor, bool interactive) {
  winsize size{};
  if (interactive && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const std::string_view columns = variable("COLUMNS");
  std::size_t width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (width > 0) {
    return width;
  }
  return interactive ? 80 : std::numeric_limits<std::size_t>::max();
}

}  // namespace

terminal terminal::of(int descriptor) {
  const bool interactive = ::isatty(descriptor) == 1 && variable("TERM") != "dumb";
  const bool colour = interactive && variable("NO_COLOR").empty();
  return {interactive, colour, width_of(descriptor, interactive)};
}

void print(std::FILE* stream, std::string_view text) {
  // Flush here: an error at the end of the program could not be reported any more.
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0) {
    throw std::system_error(
        errno,
        std::generic_category(),
        stream == stderr ? "cannot write standard error" : "cannot write standard output");
  }
}

}  // namespace nuthatch::cli
