// What NUTHATCH_OMP_STATS asks for, when the program ends.

#include <cstdio>
#include <cstdlib>

#include "openmp/environment/start.hpp"
#include "openmp/tasks/crew.hpp"

namespace {

void show() {
  const nuthatch::openmp::task_statistics all = nuthatch::openmp::all_task_statistics();
  std::fprintf(stderr,
               "nuthatch omp: %llu tasks: %llu executed where they were made, %llu deferred, %llu "
               "of these executed by another thread\n",
               static_cast<unsigned long long>(all.at_once + all.deferred),
               static_cast<unsigned long long>(all.at_once),
               static_cast<unsigned long long>(all.deferred),
               static_cast<unsigned long long>(all.taken));
}

[[gnu::constructor]] void show_when_the_program_ends() {
  if (nuthatch::openmp::chosen().shows_statistics) {
    static_cast<void>(std::atexit(show));
  }
}

}  // namespace
