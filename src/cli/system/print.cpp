#include "cli/system/print.hpp"

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

namespace nuthatch::cli {

void print(std::FILE* stream, std::string_view text) {
  // Flushed here: what fails when the program ends could not be told any more.
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0) {
    throw std::system_error(
        errno,
        std::generic_category(),
        stream == stderr ? "cannot write standard error" : "cannot write standard output");
  }
}

}  // namespace nuthatch::cli
