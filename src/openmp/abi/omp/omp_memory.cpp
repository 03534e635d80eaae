// SPDX-License-Identifier: Apache-2.0

// Allocators, and the memory that programs allocate from them.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "openmp/abi/fortran.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/memory/allocator.hpp"
#include "openmp/memory/block.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"

namespace {

using nuthatch::openmp::allocator_handle;
using nuthatch::openmp::allocator_traits;
using nuthatch::openmp::block_request;
using nuthatch::openmp::memory_trait;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::writable_icvs;

/// omp_alloctrait_t in C and in Fortran.
struct requested_trait {
  int key;
  std::uintptr_t value;
};

/// Null stands for the task's default allocator.
allocator_handle known(allocator_handle requested) noexcept {
  return requested != 0 ? requested : this_thread().current_task->icvs->allocator;
}

void* allocate(const block_request& request, allocator_handle from) noexcept {
  if (request.bytes == 0) {
    return nullptr;
  }
  return nuthatch::openmp::allocate(request, known(from));
}

/// Rounds an alignment up to a power of two.
std::size_t alignment_of(std::size_t requested) noexcept {
  constexpr std::size_t most = std::size_t{1} << 62U;
  return std::bit_ceil(std::min(requested, most));
}

/// The product, or the largest number, which cannot be allocated, if the product does not fit.
std::size_t bytes_of(std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  return __builtin_mul_overflow(count, size, &bytes) ? std::numeric_limits<std::size_t>::max()
                                                     : bytes;
}

}  // namespace

NUTHATCH_EXPORTED allocator_handle omp_init_allocator(std::uintptr_t space,
                                                      int count,
                                                      const requested_trait* traits) {
  allocator_traits all;
  const bool taken =
      std::all_of(traits, traits + std::max(count, 0), [&all](const requested_trait& one) {
        return one.key > 0 && one.key <= static_cast<int>(memory_trait::partition) &&
               all.take(static_cast<memory_trait>(one.key), one.value);
      });
  return taken && nuthatch::openmp::has_memory(space) ? nuthatch::openmp::make_allocator(all) : 0;
}

NUTHATCH_EXPORTED void omp_destroy_allocator(allocator_handle handle) {
  nuthatch::openmp::destroy_allocator(handle);
}

NUTHATCH_EXPORTED void omp_set_default_allocator(allocator_handle handle) {
  writable_icvs(this_thread()).allocator = handle != 0 ? handle : nuthatch::openmp::default_memory;
}

NUTHATCH_EXPORTED allocator_handle omp_get_default_allocator() {
  return known(0);
}

NUTHATCH_EXPORTED void* omp_alloc(std::size_t bytes, allocator_handle from) {
  return allocate({.bytes = bytes}, from);
}

NUTHATCH_EXPORTED void* omp_aligned_alloc(std::size_t alignment,
                                          std::size_t bytes,
                                          allocator_handle from) {
  return allocate({.bytes = bytes, .alignment = alignment_of(alignment)}, from);
}

NUTHATCH_EXPORTED void* omp_calloc(std::size_t count, std::size_t size, allocator_handle from) {
  return allocate({.bytes = bytes_of(count, size), .zeroed = true}, from);
}

NUTHATCH_EXPORTED void* omp_aligned_calloc(std::size_t alignment,
                                           std::size_t count,
                                           std::size_t size,
                                           allocator_handle from) {
  return allocate(
      {.bytes = bytes_of(count, size), .alignment = alignment_of(alignment), .zeroed = true}, from);
}

/// The block itself records its origin.
NUTHATCH_EXPORTED void omp_free(void* block, allocator_handle /*from*/) {
  nuthatch::openmp::deallocate(block);
}

NUTHATCH_EXPORTED void* omp_realloc(void* block,
                                    std::size_t bytes,
                                    allocator_handle from,
                                    allocator_handle /*old*/) {
  if (block == nullptr) {
    return omp_alloc(bytes, from);
  }
  if (bytes == 0) {
    nuthatch::openmp::deallocate(block);
    return nullptr;
  }
  return nuthatch::openmp::reallocate(
      block, bytes, from != 0 ? from : nuthatch::openmp::origin_of(block));
}

/// Allocates memory for an allocate clause. Compiled code cannot handle a failure.
NUTHATCH_EXPORTED void* GOMP_alloc(std::size_t alignment,
                                   std::size_t bytes,
                                   allocator_handle from) {
  void* const block = omp_aligned_alloc(alignment, bytes, from);
  if (block == nullptr && bytes != 0) {
    nuthatch::openmp::fatal_error("out of memory allocating " + std::to_string(bytes) + " bytes");
  }
  return block;
}

NUTHATCH_EXPORTED void GOMP_free(void* block, allocator_handle /*from*/) {
  nuthatch::openmp::deallocate(block);
}

NUTHATCH_EXPORTED allocator_handle omp_init_allocator_(const std::uintptr_t* space,
                                                       const std::int32_t* count,
                                                       const requested_trait* traits) {
  return omp_init_allocator(*space, *count, traits);
}

NUTHATCH_EXPORTED allocator_handle omp_init_allocator_8_(const std::uintptr_t* space,
                                                         const std::int64_t* count,
                                                         const requested_trait* traits) {
  return omp_init_allocator(*space, nuthatch::openmp::as_int(*count), traits);
}

NUTHATCH_EXPORTED void omp_destroy_allocator_(const allocator_handle* handle) {
  omp_destroy_allocator(*handle);
}

NUTHATCH_EXPORTED void omp_set_default_allocator_(const allocator_handle* handle) {
  omp_set_default_allocator(*handle);
}

NUTHATCH_FORTRAN_QUERY(allocator_handle, omp_get_default_allocator)
