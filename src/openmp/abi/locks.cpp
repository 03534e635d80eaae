// Locks of programs: omp_init_lock and so on, with the nested ones; for Fortran, whose names end in
// _; and those of OpenMP 2.5, in the node OMP_1.0.
//
// A lock lies in the program's variable, also in Fortran's. But for its nested one: that variable
// has eight bytes, in which the address of the lock is.

#include <cstdlib>
#include <new>
#include <utility>

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

nested_lock& at_address_in(void* variable) noexcept {
  return **static_cast<nested_lock**>(variable);
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
  at<nested_lock>(variable).lock();
}

void nuthatch_unset_nested_lock(void* variable) {
  at<nested_lock>(variable).unlock();
}

int nuthatch_test_nested_lock(void* variable) {
  return at<nested_lock>(variable).try_lock();
}

void nuthatch_init_nested_lock_elsewhere(void* variable) {
  void* const room = std::malloc(sizeof(nested_lock));
  if (room == nullptr) {
    nuthatch::base::end_program("omp_init_nest_lock: no memory for a lock");
  }
  *static_cast<nested_lock**>(variable) = ::new (room) nested_lock;
}

void nuthatch_destroy_nested_lock_elsewhere(void* variable) {
  std::free(std::exchange(*static_cast<nested_lock**>(variable), nullptr));
}

void nuthatch_set_nested_lock_elsewhere(void* variable) {
  at_address_in(variable).lock();
}

void nuthatch_unset_nested_lock_elsewhere(void* variable) {
  at_address_in(variable).unlock();
}

int nuthatch_test_nested_lock_elsewhere(void* variable) {
  return at_address_in(variable).try_lock();
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
NUTHATCH_NEW(nuthatch_destroy_lock, omp_destroy_nest_lock);
NUTHATCH_NEW(nuthatch_set_nested_lock, omp_set_nest_lock);
NUTHATCH_NEW(nuthatch_unset_nested_lock, omp_unset_nest_lock);
NUTHATCH_NEW(nuthatch_test_nested_lock, omp_test_nest_lock);
NUTHATCH_NEW(nuthatch_init_nested_lock_elsewhere, omp_init_nest_lock_);
NUTHATCH_NEW(nuthatch_destroy_nested_lock_elsewhere, omp_destroy_nest_lock_);
NUTHATCH_NEW(nuthatch_set_nested_lock_elsewhere, omp_set_nest_lock_);
NUTHATCH_NEW(nuthatch_unset_nested_lock_elsewhere, omp_unset_nest_lock_);
NUTHATCH_NEW(nuthatch_test_nested_lock_elsewhere, omp_test_nest_lock_);

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
