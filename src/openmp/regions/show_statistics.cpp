// SPDX-License-Identifier: Apache-2.0

// Prints the statistics that NUTHATCH_OMP_STATS requests when the program ends.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "openmp/environment/env_settings.hpp"
#include "openmp/regions/region.hpp"
#include "openmp/tasks/task_team.hpp"

namespace {

void print() {
  if (!nuthatch::openmp::env_settings().prints_statistics) {
    return;
  }
  const nuthatch::openmp::task_statistics all = nuthatch::openmp::all_task_statistics();
  const unsigned long long made = all.immediate + all.deferred;
  const std::string schedulers = nuthatch::openmp::all_schedulers();
  const nuthatch::openmp::region_statistics regions = nuthatch::openmp::all_region_statistics();
  std::fprintf(
      stderr,
      "nuthatch omp: %s (%d): %llu parallel regions of at most %u threads; %llu tasks: %llu "
      "executed where they were made, %llu deferred, %llu of these executed by another "
      "thread%s%s\n",
      program_invocation_short_name,
      static_cast<int>(getpid()),
      static_cast<unsigned long long>(regions.regions),
      regions.max_threads,
      made,
      static_cast<unsigned long long>(all.immediate),
      static_cast<unsigned long long>(all.deferred),
      static_cast<unsigned long long>(all.stolen),
      schedulers.empty() ? "" : "; scheduled by ",
      schedulers.c_str());
}

[[gnu::constructor]] void print_at_exit() {
  // Only tests for the variable: programs of LLVM's runtime may set others before theirs are read.
  if (std::getenv("NUTHATCH_OMP_STATS") != nullptr) {
    static_cast<void>(std::atexit(print));
  }
}

}  // namespace
