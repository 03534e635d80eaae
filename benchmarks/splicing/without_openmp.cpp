// SPDX-License-Identifier: Apache-2.0

// Replaces static_loops.cpp for compilers without OpenMP.
#include "splicing/static_loops.hpp"

namespace nuthatch::benchmarks {

std::string no_static_loops() {
  return "the compiler has no OpenMP";
}

bool has_static_loops(workloads::instance_with_splicing& /*problem*/) {
  return false;
}

void run_static_loops(workloads::instance_with_splicing& /*problem*/, unsigned /*threads*/) {}

}  // namespace nuthatch::benchmarks
