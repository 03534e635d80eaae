// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/shared/deep_stacks.hpp"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

namespace nuthatch::peers {

void ensure_deep_stacks(char** argv) {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= deep_stack_bytes) {
    return;
  }
  limit.rlim_cur = deep_stack_bytes;
  if (setrlimit(RLIMIT_STACK, &limit) != 0) {
    return;
  }
  // OpenMP runtimes ignore the limit, and read this variable before main() begins.
  setenv("OMP_STACKSIZE", "1G", /*overwrite=*/0);  // NOLINT(concurrency-mt-unsafe): no threads yet
  // The C library reads the limit when a program starts.
  execv("/proc/self/exe", argv);
}

}  // namespace nuthatch::peers
