// SPDX-License-Identifier: Apache-2.0

// Critical constructs, and atomic constructs that no instruction can execute. There is one lock for
// all unnamed critical constructs, one for the atomic ones, and one for each name, in a variable
// that the compiler provides.

#include "base/cache_line.hpp"
#include "openmp/abi/exported.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "platform/forking.hpp"

namespace {

using nuthatch::openmp::futex_lock;

// In separate cache lines: programs that use one hardly use the other.
alignas(nuthatch::base::interference_size) constinit futex_lock unnamed;
alignas(nuthatch::base::interference_size) constinit futex_lock atomic_constructs;

/// Another thread may be in an atomic construct when the process forks. That is no error of the
/// program, and the child does not have the thread.
[[gnu::constructor]] void watch_forks() {
  nuthatch::platform::on_fork_in_child([] { atomic_constructs.reset_after_fork(); });
}

/// `variable` has eight bytes, initially zero.
futex_lock& named(void** variable) noexcept {
  return *reinterpret_cast<futex_lock*>(variable);
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
