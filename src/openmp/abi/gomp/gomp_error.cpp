// SPDX-License-Identifier: Apache-2.0

// OpenMP's error directive, as GCC compiles it. The messages are the program's, so they have
// libgomp's form.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "openmp/abi/exported.hpp"
#include "platform/no_cancellation.hpp"

namespace {

/// The largest length means that the text is terminated by a zero.
std::string text_of(const char* value, std::size_t length) {
  constexpr std::size_t until_zero = std::numeric_limits<std::size_t>::max();
  if (value == nullptr) {
    return "error directive encountered";
  }
  const std::string_view text = length == until_zero ? value : std::string_view(value, length);
  return "error directive encountered: " + std::string(text);
}

void print_as_libgomp(const std::string& text) {
  const nuthatch::platform::no_cancellation guard;
  std::fprintf(stderr, "\nlibgomp: %s\n", text.c_str());
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_warning(const char* value, std::size_t length) {
  print_as_libgomp(text_of(value, length));
}

NUTHATCH_EXPORTED void GOMP_error(const char* value, std::size_t length) {
  print_as_libgomp("fatal error: " + text_of(value, length));
  std::exit(EXIT_FAILURE);
}
