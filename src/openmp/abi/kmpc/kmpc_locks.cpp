// SPDX-License-Identifier: Apache-2.0

// Locks under the names that other compilers using LLVM's interface call, and locks with hints,
// which have no effect. The variable of a nestable lock holds the address of the lock.

#include <cstdint>

#include "openmp/abi/kmpc/kmpc.hpp"

using namespace nuthatch::openmp::kmpc;

extern "C" {
void nuthatch_init_lock(void* variable);
void nuthatch_destroy_lock(void* variable);
void nuthatch_set_lock(void* variable);
void nuthatch_unset_lock(void* variable);
int nuthatch_test_lock(void* variable);
void nuthatch_init_nest_lock_indirect(void* variable);
void nuthatch_destroy_nest_lock(void* variable);
void nuthatch_set_nest_lock(void* variable);
void nuthatch_unset_nest_lock(void* variable);
int nuthatch_test_nest_lock(void* variable);
}

#define NUTHATCH_KMPC_LOCK(kind, ours, made)                                                     \
  NUTHATCH_EXPORTED void omp_init_##kind##_with_hint(void* lock, int /*hint*/) {                 \
    nuthatch_init_##made(lock);                                                                  \
  }                                                                                              \
  NUTHATCH_EXPORTED void omp_init_##kind##_with_hint_(void* lock, const int* /*hint*/) {         \
    nuthatch_init_##made(lock);                                                                  \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_init_##kind(ident* /*loc*/, thread_id /*gtid*/, void* lock) {    \
    nuthatch_init_##made(lock);                                                                  \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_init_##kind##_with_hint(                                         \
      ident* /*loc*/, thread_id /*gtid*/, void* lock, std::uintptr_t /*hint*/) {                 \
    nuthatch_init_##made(lock);                                                                  \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_destroy_##kind(ident* /*loc*/, thread_id /*gtid*/, void* lock) { \
    nuthatch_destroy_##ours(lock);                                                               \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_set_##kind(ident* /*loc*/, thread_id /*gtid*/, void* lock) {     \
    nuthatch_set_##ours(lock);                                                                   \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_unset_##kind(ident* /*loc*/, thread_id /*gtid*/, void* lock) {   \
    nuthatch_unset_##ours(lock);                                                                 \
  }                                                                                              \
  NUTHATCH_EXPORTED int __kmpc_test_##kind(ident* /*loc*/, thread_id /*gtid*/, void* lock) {     \
    return nuthatch_test_##ours(lock);                                                           \
  }

NUTHATCH_KMPC_LOCK(lock, lock, lock)
NUTHATCH_KMPC_LOCK(nest_lock, nest_lock, nest_lock_indirect)
