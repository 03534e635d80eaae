// SPDX-License-Identifier: Apache-2.0

// The Fortran names of functions in LLVM's header, which pass arguments by reference.
// make_exports.py has the functions that need no conversion.

#include <cstddef>

#include "openmp/abi/exported.hpp"

extern "C" {
void kmp_set_blocktime(int milliseconds);
void kmp_set_library(int kind);
void kmp_set_stacksize(int bytes);
void kmp_set_stacksize_s(std::size_t bytes);
void kmp_set_disp_num_buffers(int count);
int kmp_set_affinity_mask_proc(int cpu, void** of);
int kmp_unset_affinity_mask_proc(int cpu, void** of);
int kmp_get_affinity_mask_proc(int cpu, void** of);
void* kmp_malloc(std::size_t bytes);
void* kmp_aligned_malloc(std::size_t bytes, std::size_t alignment);
void* kmp_calloc(std::size_t count, std::size_t bytes);
void* kmp_realloc(void* old, std::size_t bytes);
void kmp_free(void* memory);
}

NUTHATCH_EXPORTED void kmp_set_blocktime_(const int* milliseconds) {
  kmp_set_blocktime(*milliseconds);
}

NUTHATCH_EXPORTED void kmp_set_library_(const int* kind) {
  kmp_set_library(*kind);
}

NUTHATCH_EXPORTED void kmp_set_stacksize_(const int* bytes) {
  kmp_set_stacksize(*bytes);
}

NUTHATCH_EXPORTED void kmp_set_stacksize_s_(const std::size_t* bytes) {
  kmp_set_stacksize_s(*bytes);
}

NUTHATCH_EXPORTED void kmp_set_disp_num_buffers_(const int* count) {
  kmp_set_disp_num_buffers(*count);
}

NUTHATCH_EXPORTED int kmp_set_affinity_mask_proc_(const int* cpu, void** of) {
  return kmp_set_affinity_mask_proc(*cpu, of);
}

NUTHATCH_EXPORTED int kmp_unset_affinity_mask_proc_(const int* cpu, void** of) {
  return kmp_unset_affinity_mask_proc(*cpu, of);
}

NUTHATCH_EXPORTED int kmp_get_affinity_mask_proc_(const int* cpu, void** of) {
  return kmp_get_affinity_mask_proc(*cpu, of);
}

NUTHATCH_EXPORTED void* kmp_malloc_(const std::size_t* bytes) {
  return kmp_malloc(*bytes);
}

NUTHATCH_EXPORTED void* kmp_aligned_malloc_(const std::size_t* bytes,
                                            const std::size_t* alignment) {
  return kmp_aligned_malloc(*bytes, *alignment);
}

NUTHATCH_EXPORTED void* kmp_calloc_(const std::size_t* count, const std::size_t* bytes) {
  return kmp_calloc(*count, *bytes);
}

NUTHATCH_EXPORTED void* kmp_realloc_(void* const* old, const std::size_t* bytes) {
  return kmp_realloc(*old, *bytes);
}

NUTHATCH_EXPORTED void kmp_free_(void* const* memory) {
  kmp_free(*memory);
}
