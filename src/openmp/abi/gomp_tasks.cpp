// Explicit tasks, as GCC calls them. Each runs where it is made, at once.

#include <cstddef>
#include <cstdint>

#include "openmp/abi/fortran.hpp"
#include "openmp/threads/thread.hpp"

namespace {

using nuthatch::openmp::task;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;

constexpr unsigned final_flag = 2;

}  // namespace

NUTHATCH_EXPORTED void GOMP_task(void (*function)(void*),
                                 void* data,
                                 void (*copy)(void*, void*),
                                 long bytes,
                                 long alignment,
                                 bool /*deferred*/,
                                 unsigned flags,
                                 void** /*depends*/,
                                 int /*priority*/,
                                 void* /*event*/) {
  thread& self = this_thread();
  task made{.parent = self.runs,
            .says = self.runs->says,
            .is_explicit = true,
            .is_final = self.runs->is_final || (flags & final_flag) != 0};
  self.runs = &made;
  if (copy != nullptr) {
    const auto room = static_cast<std::size_t>(bytes) + static_cast<std::size_t>(alignment);
    const auto start = reinterpret_cast<std::uintptr_t>(__builtin_alloca(room));
    const auto mask = static_cast<std::uintptr_t>(alignment) - 1;
    auto* const arguments = reinterpret_cast<void*>((start + mask) & ~mask);
    copy(arguments, data);
    function(arguments);
  } else {
    function(data);
  }
  self.runs = made.parent;
}

NUTHATCH_EXPORTED void GOMP_taskwait() {}

NUTHATCH_EXPORTED void GOMP_taskyield() {}

NUTHATCH_EXPORTED int omp_in_final() {
  return this_thread().runs->is_final ? 1 : 0;
}

NUTHATCH_EXPORTED int omp_in_explicit_task() {
  return this_thread().runs->is_explicit ? 1 : 0;
}

NUTHATCH_FORTRAN_QUERY(int, omp_in_final)
NUTHATCH_FORTRAN_QUERY(int, omp_in_explicit_task)
