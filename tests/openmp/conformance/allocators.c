// SPDX-License-Identifier: Apache-2.0

// Memory from allocators.

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void fill(void* memory, size_t size) {
  CHECK(memory != NULL);
  memset(memory, 0x5a, size);
}

static int aligned(const void* memory, size_t alignment) {
  return (uintptr_t)memory % alignment == 0;
}

static void predefined(void) {
  const omp_allocator_handle_t allocators[] = {omp_null_allocator,
                                               omp_default_mem_alloc,
                                               omp_large_cap_mem_alloc,
                                               omp_const_mem_alloc,
                                               omp_high_bw_mem_alloc,
                                               omp_low_lat_mem_alloc,
                                               omp_cgroup_mem_alloc,
                                               omp_pteam_mem_alloc,
                                               omp_thread_mem_alloc};
  for (unsigned i = 0; i < sizeof allocators / sizeof allocators[0]; ++i) {
    char* const plain = omp_alloc(100, allocators[i]);
    fill(plain, 100);
    CHECK(aligned(plain, sizeof(void*)));
    char* const line = omp_aligned_alloc(256, 512, allocators[i]);
    fill(line, 512);
    CHECK(aligned(line, 256));
    char* const zeros = omp_calloc(30, 20, allocators[i]);
    for (int k = 0; k < 600; ++k) {
      CHECK_EQUAL(zeros[k], 0);
    }
    char* const aligned_zeros = omp_aligned_calloc(128, 16, 128, allocators[i]);
    CHECK(aligned(aligned_zeros, 128));
    for (int k = 0; k < 2048; ++k) {
      CHECK_EQUAL(aligned_zeros[k], 0);
    }
    for (int k = 0; k < 100; ++k) {
      plain[k] = (char)k;
    }
    char* const larger = omp_realloc(plain, 5000, allocators[i], allocators[i]);
    for (int k = 0; k < 100; ++k) {
      CHECK_EQUAL(larger[k], k);
    }
    fill(larger, 5000);
    char* const smaller = omp_realloc(larger, 10, omp_default_mem_alloc, allocators[i]);
    CHECK_EQUAL(smaller[9], 0x5a);
    omp_free(smaller, omp_default_mem_alloc);
    omp_free(line, allocators[i]);
    omp_free(zeros, omp_null_allocator);
    omp_free(aligned_zeros, allocators[i]);
  }
  omp_free(NULL, omp_default_mem_alloc);
  CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
  volatile size_t too_large = SIZE_MAX / 2;
  CHECK(omp_calloc(too_large, 3, omp_null_allocator) == NULL);
}

static void traits(void) {
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 512},
                                     {omp_atk_pool_size, 10000},
                                     {omp_atk_fallback, omp_atv_null_fb},
                                     {omp_atk_sync_hint, omp_atv_contended},
                                     {omp_atk_access, omp_atv_all},
                                     {omp_atk_partition, omp_atv_environment}};
  const omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 6, traits);
  CHECK(pool != omp_null_allocator);
  void* const first = omp_alloc(5000, pool);
  fill(first, 5000);
  CHECK(aligned(first, 512));
  CHECK(omp_alloc(8000, pool) == NULL);
  CHECK(omp_calloc(100, 100, pool) == NULL);
  omp_free(first, pool);
  void* const again = omp_alloc(8000, pool);
  fill(again, 8000);
  omp_free(again, omp_null_allocator);
  const omp_alloctrait_t falls_back[] = {{omp_atk_pool_size, 100},
                                         {omp_atk_fallback, omp_atv_allocator_fb},
                                         {omp_atk_fb_data, (omp_uintptr_t)pool}};
  const omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 3, falls_back);
  CHECK(small != omp_null_allocator);
  void* const from_pool = omp_alloc(6000, small);
  fill(from_pool, 6000);
  CHECK(aligned(from_pool, 512));
  CHECK(omp_alloc(6000, small) == NULL);
  omp_free(from_pool, small);
  const omp_alloctrait_t by_default[] = {{omp_atk_pool_size, 100},
                                         {omp_atk_fallback, omp_atv_default_mem_fb}};
  const omp_allocator_handle_t other = omp_init_allocator(omp_large_cap_mem_space, 2, by_default);
  void* const large = omp_alloc(100000, other);
  fill(large, 100000);
  omp_free(large, other);
  omp_destroy_allocator(other);
  omp_destroy_allocator(small);
  omp_destroy_allocator(pool);
  const omp_alloctrait_t wrong[] = {{omp_atk_alignment, 3}};
  CHECK(omp_init_allocator(omp_default_mem_space, 1, wrong) == omp_null_allocator);
}

/// The default one is a thread's own, inherited by those of its regions.
static void defaults(void) {
  CHECK(omp_get_default_allocator() == omp_default_mem_alloc);
  omp_set_default_allocator(omp_large_cap_mem_alloc);
#pragma omp parallel
  {
    CHECK(omp_get_default_allocator() == omp_large_cap_mem_alloc);
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      omp_set_default_allocator(omp_low_lat_mem_alloc);
    }
#pragma omp barrier
    CHECK(omp_get_default_allocator() ==
          (omp_get_thread_num() == 0 ? omp_low_lat_mem_alloc : omp_large_cap_mem_alloc));
  }
  omp_set_default_allocator(omp_default_mem_alloc);
}

/// In clauses, and of all members at once.
static void in_regions(void) {
  const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1 << 20}, {omp_atk_alignment, 64}};
  const omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, traits);
  int own[100];
  int first = 4;
#pragma omp parallel private(own) firstprivate(first) allocate(pool : own, first)
  {
    CHECK_EQUAL(first, 4);
    own[99] = omp_get_thread_num();
    for (int i = 0; i < 200; ++i) {
      void* const memory = omp_alloc((size_t)i + 1, pool);
      fill(memory, (size_t)i + 1);
      omp_free(memory, pool);
    }
#pragma omp barrier
    CHECK_EQUAL(own[99], omp_get_thread_num());
  }
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) allocate(omp_default_mem_alloc : sum)
  for (int i = 0; i < 100; ++i) {
    sum += i;
  }
  CHECK_EQUAL(sum, 4950);
#pragma omp parallel
#pragma omp single
#pragma omp task firstprivate(first) allocate(omp_default_mem_alloc : first)
  CHECK_EQUAL(first, 4);
  omp_destroy_allocator(pool);
}

int main(void) {
  predefined();
  traits();
  defaults();
  in_regions();
  return 0;
}
