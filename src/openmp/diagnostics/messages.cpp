// SPDX-License-Identifier: Apache-2.0
#include "openmp/diagnostics/messages.hpp"

#include <cstdio>
#include <cstdlib>

#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

void print_warning(std::string_view what) noexcept {
  const platform::no_cancellation guard;
  std::fprintf(stderr, "nuthatch omp: %.*s\n", static_cast<int>(what.size()), what.data());
}

void fatal_error(std::string_view why) noexcept {
  print_warning(why);
  std::exit(EXIT_FAILURE);
}

void abort_program(std::string_view why) noexcept {
  print_warning(why);
  std::abort();
}

}  // namespace nuthatch::openmp
