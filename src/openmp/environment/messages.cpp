// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/messages.hpp"

#include <cstdio>
#include <cstdlib>

#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

void say(std::string_view what) noexcept {
  const platform::no_cancellation guard;
  std::fprintf(stderr, "nuthatch omp: %.*s\n", static_cast<int>(what.size()), what.data());
}

void end_program(std::string_view why) noexcept {
  say(why);
  std::exit(EXIT_FAILURE);
}

}  // namespace nuthatch::openmp
