#include "openmp/environment/messages.hpp"

#include <cstdio>
#include <cstdlib>

namespace nuthatch::openmp {

void say(std::string_view what) noexcept {
  std::fprintf(stderr, "nuthatch omp: %.*s\n", static_cast<int>(what.size()), what.data());
}

void end_program(std::string_view why) noexcept {
  say(why);
  std::exit(EXIT_FAILURE);
}

}  // namespace nuthatch::openmp
