// Explicit tasks, as GCC calls them.

#include <cstddef>

#include "openmp/abi/end_unbuilt.hpp"
#include "openmp/abi/fortran.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/threads/thread.hpp"

namespace {

using nuthatch::openmp::make_task;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;

constexpr unsigned final_flag = 2;
constexpr unsigned depend_flag = 8;
constexpr unsigned detach_flag = 1U << 13U;

}  // namespace

NUTHATCH_EXPORTED void GOMP_task(void (*function)(void*),
                                 void* data,
                                 void (*copy)(void*, void*),
                                 long bytes,
                                 long alignment,
                                 bool deferred,
                                 unsigned flags,
                                 void** /*depends*/,
                                 int /*priority*/,
                                 void* /*event*/) {
  if ((flags & detach_flag) != 0) {
    nuthatch::openmp::end_unbuilt("GOMP_task (with a detach clause)");
  }
  thread& self = this_thread();
  make_task(self,
            {.function = function,
             .data = data,
             .copy = copy,
             .bytes = static_cast<std::size_t>(bytes),
             .alignment = static_cast<std::size_t>(alignment),
             .deferred = deferred && (flags & depend_flag) == 0,  // in their order, all are right
             .is_final = self.runs->is_final || (flags & final_flag) != 0});
}

NUTHATCH_EXPORTED void GOMP_taskwait() {
  nuthatch::openmp::wait_for_children(this_thread());
}

NUTHATCH_EXPORTED void GOMP_taskyield() {
  nuthatch::openmp::yield_task(this_thread());
}

NUTHATCH_EXPORTED int omp_in_final() {
  return this_thread().runs->is_final ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_in_explicit_task() {
  return this_thread().runs->is_explicit ? 1 : 0;
}

NUTHATCH_FORTRAN_QUERY(int, omp_in_final)
NUTHATCH_FORTRAN_QUERY(int, omp_in_explicit_task)
