// SPDX-License-Identifier: Apache-2.0

// Locks of programs: omp_init_lock and so on, with the nested ones; for Fortran, whose names end in
// _; and those of OpenMP 2.5, in the node OMP_1.0.
//
// A lock lies in the program's variable, also in Fortran's. But for Fortran's nested one, and that
// of programs which Clang built: these variables have eight bytes, for the marked address of the
// lock. So what code of one compiler has made, that of another may use.

#include <cstdint>
#include <cstdlib>
#include <new>

#include "base/assert.hpp"
#include "openmp/locks/nested_lock.hpp"
#include "openmp/locks/sleeping_lock.hpp"
#include "openmp/locks/thread_lock.hpp"

namespace {

using nuthatch::openmp::nested_lock;
using nuthatch::openmp::sleeping_lock;
using nuthatch::openmp::thread_lock;

template <class Lock>
Lock& at(void* variable) noexcept {
  return *static_cast<Lock*>(variable);
}

// The mark of an address. No lock begins with it.
constexpr std::uintptr_t elsewhere = sleeping_lock::no_state;

/// The address in the variable; null: the lock lies there itself.
nested_lock* address_in(const void* variable) noexcept {
  const auto* const first = static_cast<const std::uint32_t*>(variable);
  if ((__atomic_load_n(first, __ATOMIC_RELAXED) & elsewhere) != elsewhere) {
    return nullptr;
  }
  const std::uintptr_t word = *static_cast<const std::uintptr_t*>(variable);
  return reinterpret_cast<nested_lock*>(word & ~elsewhere);
}

nested_lock& nested_at(void* variable) noexcept {
  nested_lock* const found = address_in(variable);
  return found != nullptr ? *found : at<nested_lock>(variable);
}

}  // namespace

extern "C" {

void nuthatch_init_lock(void* variable) {
  ::new (variable) sleeping_lock;
}

void nuthatch_destroy_lock(void* /*variable*/) {}

void nuthatch_set_lock(void* variable) {
  at<sleeping_lock>(variable).lock();
}

void nuthatch_unset_lock(void* variable) {
  at<sleeping_lock>(variable).unlock();
}

int nuthatch_test_lock(void* variable) {
  return at<sleeping_lock>(variable).try_lock() ? 1 : 0;
}

void nuthatch_init_nested_lock(void* variable) {
  ::new (variable) nested_lock;
}

void nuthatch_set_nested_lock(void* variable) {
  nested_at(variable).lock();
}

void nuthatch_unset_nested_lock(void* variable) {
  nested_at(variable).unlock();
}

int nuthatch_test_nested_lock(void* variable) {
  return nested_at(variable).try_lock();
}

void nuthatch_init_nested_lock_elsewhere(void* variable) {
  void* const room = std::malloc(sizeof(nested_lock));
  if (room == nullptr) {
    nuthatch::base::end_program("omp_init_nest_lock: no memory for a lock");
  }
  auto* const made = ::new (room) nested_lock;
  *static_cast<std::uintptr_t*>(variable) = reinterpret_cast<std::uintptr_t>(made) | elsewhere;
}

void nuthatch_destroy_nested_lock(void* variable) {
  if (nested_lock* const made = address_in(variable)) {
    std::free(made);
    *static_cast<std::uintptr_t*>(variable) = 0;
  }
}

void nuthatch_init_thread_lock(void* variable) {
  ::new (variable) thread_lock;
}

void nuthatch_set_thread_lock(void* variable) {
  at<thread_lock>(variable).lock();
}

void nuthatch_unset_thread_lock(void* variable) {
  at<thread_lock>(variable).unlock();
}

int nuthatch_test_thread_lock(void* variable) {
  return at<thread_lock>(variable).try_lock();
}

// What a function is called in a node. `text` is how the assembler joins the two.
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

NUTHATCH_NEW(nuthatch_init_nested_lock, omp_init_nest_lock);
NUTHATCH_NEW(nuthatch_destroy_nested_lock, omp_destroy_nest_lock);
NUTHATCH_NEW(nuthatch_set_nested_lock, omp_set_nest_lock);
NUTHATCH_NEW(nuthatch_unset_nested_lock, omp_unset_nest_lock);
NUTHATCH_NEW(nuthatch_test_nested_lock, omp_test_nest_lock);
NUTHATCH_NEW(nuthatch_init_nested_lock_elsewhere, omp_init_nest_lock_);
NUTHATCH_NEW(nuthatch_destroy_nested_lock, omp_destroy_nest_lock_);
NUTHATCH_NEW(nuthatch_set_nested_lock, omp_set_nest_lock_);
NUTHATCH_NEW(nuthatch_unset_nested_lock, omp_unset_nest_lock_);
NUTHATCH_NEW(nuthatch_test_nested_lock, omp_test_nest_lock_);

NUTHATCH_OLD(nuthatch_init_thread_lock, omp_init_nest_lock);
NUTHATCH_OLD(nuthatch_init_thread_lock, omp_init_nest_lock_);
NUTHATCH_OLD(nuthatch_destroy_lock, omp_destroy_nest_lock);
NUTHATCH_OLD(nuthatch_destroy_lock, omp_destroy_nest_lock_);
NUTHATCH_OLD(nuthatch_set_thread_lock, omp_set_nest_lock);
NUTHATCH_OLD(nuthatch_set_thread_lock, omp_set_nest_lock_);
NUTHATCH_OLD(nuthatch_unset_thread_lock, omp_unset_nest_lock);
NUTHATCH_OLD(nuthatch_unset_thread_lock, omp_unset_nest_lock_);
NUTHATCH_OLD(nuthatch_test_thread_lock, omp_test_nest_lock);
NUTHATCH_OLD(nuthatch_test_thread_lock, omp_test_nest_lock_);

}  // extern "C"
