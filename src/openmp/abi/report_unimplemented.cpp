// SPDX-License-Identifier: Apache-2.0
#include "openmp/abi/report_unimplemented.hpp"

#include <cstdio>
#include <cstdlib>

namespace nuthatch::openmp {

void report_unimplemented(const char* function) noexcept {
  std::fprintf(stderr,
               "nuthatch omp: the program calls %s, which this OpenMP runtime does not have\n",
               function);
  std::exit(EXIT_FAILURE);
}

}  // namespace nuthatch::openmp
