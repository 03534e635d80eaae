// SPDX-License-Identifier: Apache-2.0

// Allocators, as Clang calls them: the routines of the specification, with the thread before their
// arguments.

#include <cstddef>
#include <cstdint>

#include "openmp/abi/kmpc/kmpc.hpp"

using nuthatch::openmp::kmpc::thread_id;

extern "C" {
void* omp_alloc(std::size_t bytes, std::uintptr_t allocator);
void* omp_aligned_alloc(std::size_t alignment, std::size_t bytes, std::uintptr_t allocator);
void* omp_calloc(std::size_t count, std::size_t bytes, std::uintptr_t allocator);
void* omp_realloc(void* old,
                  std::size_t bytes,
                  std::uintptr_t allocator,
                  std::uintptr_t old_allocator);
void omp_free(void* memory, std::uintptr_t allocator);
std::uintptr_t omp_init_allocator(std::uintptr_t space, int count, const void* traits);
void omp_destroy_allocator(std::uintptr_t allocator);
void omp_set_default_allocator(std::uintptr_t allocator);
std::uintptr_t omp_get_default_allocator();
}

NUTHATCH_EXPORTED void* __kmpc_alloc(thread_id /*gtid*/,
                                     std::size_t bytes,
                                     std::uintptr_t allocator) {
  return omp_alloc(bytes, allocator);
}

NUTHATCH_EXPORTED void* __kmpc_aligned_alloc(thread_id /*gtid*/,
                                             std::size_t alignment,
                                             std::size_t bytes,
                                             std::uintptr_t allocator) {
  return omp_aligned_alloc(alignment, bytes, allocator);
}

NUTHATCH_EXPORTED void* __kmpc_calloc(thread_id /*gtid*/,
                                      std::size_t count,
                                      std::size_t bytes,
                                      std::uintptr_t allocator) {
  return omp_calloc(count, bytes, allocator);
}

NUTHATCH_EXPORTED void* __kmpc_realloc(thread_id /*gtid*/,
                                       void* old,
                                       std::size_t bytes,
                                       std::uintptr_t allocator,
                                       std::uintptr_t old_allocator) {
  return omp_realloc(old, bytes, allocator, old_allocator);
}

NUTHATCH_EXPORTED void __kmpc_free(thread_id /*gtid*/, void* memory, std::uintptr_t allocator) {
  omp_free(memory, allocator);
}

NUTHATCH_EXPORTED std::uintptr_t __kmpc_init_allocator(thread_id /*gtid*/,
                                                       std::uintptr_t space,
                                                       int count,
                                                       const void* traits) {
  return omp_init_allocator(space, count, traits);
}

NUTHATCH_EXPORTED void __kmpc_destroy_allocator(thread_id /*gtid*/, std::uintptr_t allocator) {
  omp_destroy_allocator(allocator);
}

NUTHATCH_EXPORTED void __kmpc_set_default_allocator(thread_id /*gtid*/, std::uintptr_t allocator) {
  omp_set_default_allocator(allocator);
}

NUTHATCH_EXPORTED std::uintptr_t __kmpc_get_default_allocator(thread_id /*gtid*/) {
  return omp_get_default_allocator();
}
