// SPDX-License-Identifier: Apache-2.0

// The lock routines: omp_init_lock and so on, with the nestable ones; for Fortran, under names that
// end in _; and those of OpenMP 2.5, in the version node OMP_1.0.
//
// A lock lies in the program's variable, also in Fortran. Nestable locks of Fortran and of programs
// compiled by Clang are exceptions: their variables have eight bytes, which hold the marked address
// of the lock. So code of one compiler can use a lock that code of another one has initialized.

#include <cstdint>
#include <cstdlib>
#include <new>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/nest_lock.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "openmp/synchronization/nest_lock_25.hpp"

namespace {

using nuthatch::openmp::futex_lock;
using nuthatch::openmp::nest_lock;
using nuthatch::openmp::nest_lock_25;

template <class Lock>
Lock& at(void* variable) noexcept {
  return *static_cast<Lock*>(variable);
}

// The mark of an address. No lock begins with this value.
constexpr std::uintptr_t indirect = futex_lock::no_state;

/// Returns the lock whose address is in the variable, or null if the variable holds the lock
/// itself.
nest_lock* indirect_lock(const void* variable) noexcept {
  const auto* const first = static_cast<const std::uint32_t*>(variable);
  if ((__atomic_load_n(first, __ATOMIC_RELAXED) & indirect) != indirect) {
    return nullptr;
  }
  const std::uintptr_t word = *static_cast<const std::uintptr_t*>(variable);
  return reinterpret_cast<nest_lock*>(word & ~indirect);
}

nest_lock& nest_lock_at(void* variable) noexcept {
  nest_lock* const found = indirect_lock(variable);
  return found != nullptr ? *found : at<nest_lock>(variable);
}

}  // namespace

extern "C" {

void nuthatch_init_lock(void* variable) {
  ::new (variable) futex_lock;
}

void nuthatch_destroy_lock(void* /*variable*/) {}

void nuthatch_set_lock(void* variable) {
  at<futex_lock>(variable).lock();
}

void nuthatch_unset_lock(void* variable) {
  at<futex_lock>(variable).unlock();
}

int nuthatch_test_lock(void* variable) {
  return at<futex_lock>(variable).try_lock() ? 1 : 0;
}

void nuthatch_init_nest_lock(void* variable) {
  ::new (variable) nest_lock;
}

void nuthatch_set_nest_lock(void* variable) {
  nest_lock_at(variable).lock();
}

void nuthatch_unset_nest_lock(void* variable) {
  nest_lock_at(variable).unlock();
}

int nuthatch_test_nest_lock(void* variable) {
  return nest_lock_at(variable).try_lock();
}

void nuthatch_init_nest_lock_indirect(void* variable) {
  void* const room = std::malloc(sizeof(nest_lock));
  if (room == nullptr) {
    nuthatch::openmp::abort_program("omp_init_nest_lock: no memory for a lock");
  }
  auto* const lock = ::new (room) nest_lock;
  *static_cast<std::uintptr_t*>(variable) = reinterpret_cast<std::uintptr_t>(lock) | indirect;
}

void nuthatch_destroy_nest_lock(void* variable) {
  if (nest_lock* const lock = indirect_lock(variable)) {
    std::free(lock);
    *static_cast<std::uintptr_t*>(variable) = 0;
  }
}

void nuthatch_init_nest_lock_25(void* variable) {
  ::new (variable) nest_lock_25;
}

void nuthatch_set_nest_lock_25(void* variable) {
  at<nest_lock_25>(variable).lock();
}

void nuthatch_unset_nest_lock_25(void* variable) {
  at<nest_lock_25>(variable).unlock();
}

int nuthatch_test_nest_lock_25(void* variable) {
  return at<nest_lock_25>(variable).try_lock();
}

// Defines a function under a name and a version node. `text` joins the two in the assembler's
// syntax.
#define NUTHATCH_VERSION(function, name, version, text)                                      \
  [[gnu::visibility("default"), gnu::alias(#function)]] decltype(function) name##_##version; \
  __asm__(".symver " #name "_" #version ", " #name text)
#define NUTHATCH_OLD(function, name) NUTHATCH_VERSION(function, name, of_1_0, "@OMP_1.0")
#define NUTHATCH_NEW(function, name) NUTHATCH_VERSION(function, name, of_3_0, "@@OMP_3.0")
#define NUTHATCH_BOTH(function, name) \
  NUTHATCH_OLD(function, name);       \
  NUTHATCH_NEW(function, name)

NUTHATCH_BOTH(nuthatch_init_lock, omp_init_lock);
NUTHATCH_BOTH(nuthatch_init_lock, omp_init_lock_);
NUTHATCH_BOTH(nuthatch_destroy_lock, omp_destroy_lock);
NUTHATCH_BOTH(nuthatch_destroy_lock, omp_destroy_lock_);
NUTHATCH_BOTH(nuthatch_set_lock, omp_set_lock);
NUTHATCH_BOTH(nuthatch_set_lock, omp_set_lock_);
NUTHATCH_BOTH(nuthatch_unset_lock, omp_unset_lock);
NUTHATCH_BOTH(nuthatch_unset_lock, omp_unset_lock_);
NUTHATCH_BOTH(nuthatch_test_lock, omp_test_lock);
NUTHATCH_BOTH(nuthatch_test_lock, omp_test_lock_);

NUTHATCH_NEW(nuthatch_init_nest_lock, omp_init_nest_lock);
NUTHATCH_NEW(nuthatch_destroy_nest_lock, omp_destroy_nest_lock);
NUTHATCH_NEW(nuthatch_set_nest_lock, omp_set_nest_lock);
NUTHATCH_NEW(nuthatch_unset_nest_lock, omp_unset_nest_lock);
NUTHATCH_NEW(nuthatch_test_nest_lock, omp_test_nest_lock);
NUTHATCH_NEW(nuthatch_init_nest_lock_indirect, omp_init_nest_lock_);
NUTHATCH_NEW(nuthatch_destroy_nest_lock, omp_destroy_nest_lock_);
NUTHATCH_NEW(nuthatch_set_nest_lock, omp_set_nest_lock_);
NUTHATCH_NEW(nuthatch_unset_nest_lock, omp_unset_nest_lock_);
NUTHATCH_NEW(nuthatch_test_nest_lock, omp_test_nest_lock_);

NUTHATCH_OLD(nuthatch_init_nest_lock_25, omp_init_nest_lock);
NUTHATCH_OLD(nuthatch_init_nest_lock_25, omp_init_nest_lock_);
NUTHATCH_OLD(nuthatch_destroy_lock, omp_destroy_nest_lock);
NUTHATCH_OLD(nuthatch_destroy_lock, omp_destroy_nest_lock_);
NUTHATCH_OLD(nuthatch_set_nest_lock_25, omp_set_nest_lock);
NUTHATCH_OLD(nuthatch_set_nest_lock_25, omp_set_nest_lock_);
NUTHATCH_OLD(nuthatch_unset_nest_lock_25, omp_unset_nest_lock);
NUTHATCH_OLD(nuthatch_unset_nest_lock_25, omp_unset_nest_lock_);
NUTHATCH_OLD(nuthatch_test_nest_lock_25, omp_test_nest_lock);
NUTHATCH_OLD(nuthatch_test_nest_lock_25, omp_test_nest_lock_);

}  // extern "C"
