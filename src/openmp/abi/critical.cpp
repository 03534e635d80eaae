// Critical constructs, and atomic ones that no instruction can do: one lock for all that have no
// name, one for the atomic ones, and one for each name, in a variable that the compiler makes.

#include "base/cache_line.hpp"
#include "openmp/abi/exported.hpp"
#include "openmp/locks/sleeping_lock.hpp"

namespace {

using nuthatch::openmp::sleeping_lock;

// On lines of their own: programs that use one hardly use the other.
alignas(nuthatch::base::interference_size) constinit sleeping_lock unnamed;
alignas(nuthatch::base::interference_size) constinit sleeping_lock atomic_constructs;

/// `variable` has eight bytes, which are zero to begin with.
sleeping_lock& named(void** variable) noexcept {
  return *reinterpret_cast<sleeping_lock*>(variable);
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_critical_start() {
  unnamed.lock();
}

NUTHATCH_EXPORTED void GOMP_critical_end() {
  unnamed.unlock();
}

NUTHATCH_EXPORTED void GOMP_critical_name_start(void** variable) {
  named(variable).lock();
}

NUTHATCH_EXPORTED void GOMP_critical_name_end(void** variable) {
  named(variable).unlock();
}

NUTHATCH_EXPORTED void GOMP_atomic_start() {
  atomic_constructs.lock();
}

NUTHATCH_EXPORTED void GOMP_atomic_end() {
  atomic_constructs.unlock();
}
