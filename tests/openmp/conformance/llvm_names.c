// SPDX-License-Identifier: Apache-2.0

// Functions that LLVM's runtime has by several names: for Fortran, whose arguments are variables,
// and for C.

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

extern void* kmp_malloc_(const size_t* bytes);
extern void* kmp_aligned_malloc_(const size_t* bytes, const size_t* alignment);
extern void* kmp_calloc_(const size_t* count, const size_t* bytes);
extern void* kmp_realloc_(void** old, const size_t* bytes);
extern void kmp_free_(void** memory);
extern void* kmpc_malloc(size_t bytes);
extern void* kmpc_calloc(size_t count, size_t bytes);
extern void* kmpc_realloc(void* old, size_t bytes);
extern void kmpc_free(void* memory);

extern void kmp_set_blocktime_(const int* milliseconds);
extern int kmp_get_blocktime_(void);
extern void kmpc_set_blocktime(int milliseconds);
extern void kmp_set_library_throughput_(void);
extern int kmp_get_library_(void);
extern size_t kmp_get_stacksize_s_(void);
extern void kmp_set_warnings_off_(void);
extern int kmp_get_cancellation_status(void);
extern int kmp_get_cancellation_status_(void);

extern int kmp_set_affinity_mask_proc_(const int* cpu, kmp_affinity_mask_t* of);
extern int kmp_unset_affinity_mask_proc_(const int* cpu, kmp_affinity_mask_t* of);
extern int kmp_get_affinity_mask_proc_(const int* cpu, kmp_affinity_mask_t* of);
extern void kmp_create_affinity_mask_(kmp_affinity_mask_t* of);
extern void kmp_destroy_affinity_mask_(kmp_affinity_mask_t* of);
extern int kmp_get_affinity_(kmp_affinity_mask_t* of);
extern int kmp_set_affinity_(kmp_affinity_mask_t* of);
extern int kmp_get_affinity_max_proc_(void);
extern int kmp_set_thread_affinity_mask_initial(void);

extern void ompc_set_num_threads(int count);
extern void ompc_set_max_active_levels(int count);
extern void ompc_set_dynamic(int is);
extern void ompc_set_schedule(omp_sched_t kind, int chunk);
extern int ompc_get_team_size(int level);
extern int ompc_get_ancestor_thread_num(int level);

extern int __kmpc_pause_resource(int how);

static void memory(void) {
  const size_t count = 5;
  const size_t bytes = 100;
  const size_t more = 10000;
  const size_t alignment = 256;
  void* one = kmp_malloc_(&bytes);
  memset(one, 3, bytes);
  one = kmp_realloc_(&one, &more);
  CHECK_EQUAL(((char*)one)[bytes - 1], 3);
  kmp_free_(&one);
  one = kmp_calloc_(&count, &bytes);
  CHECK_EQUAL(((char*)one)[count * bytes - 1], 0);
  kmp_free_(&one);
  one = kmp_aligned_malloc_(&bytes, &alignment);
  CHECK_EQUAL((uintptr_t)one % alignment, 0);
  kmp_free_(&one);
  one = kmpc_malloc(bytes);
  memset(one, 4, bytes);
  one = kmpc_realloc(one, more);
  CHECK_EQUAL(((char*)one)[bytes - 1], 4);
  kmpc_free(one);
  one = kmpc_calloc(count, bytes);
  CHECK_EQUAL(((char*)one)[count * bytes - 1], 0);
  kmpc_free(one);
}

static void settings(void) {
  const int milliseconds = 17;
  kmp_set_blocktime_(&milliseconds);
  CHECK_EQUAL(kmp_get_blocktime_(), kmp_get_blocktime());
  kmpc_set_blocktime(kmp_get_blocktime() + 1);
  kmp_set_library_throughput_();
  CHECK_EQUAL(kmp_get_library_(), kmp_get_library());
  CHECK_EQUAL(kmp_get_stacksize_s_(), kmp_get_stacksize_s());
  kmp_set_warnings_off_();
  CHECK_EQUAL(kmp_get_cancellation_status(), omp_get_cancellation());
  CHECK_EQUAL(kmp_get_cancellation_status_(), omp_get_cancellation());
  ompc_set_dynamic(1);
  CHECK(omp_get_dynamic());
  ompc_set_dynamic(0);
  ompc_set_max_active_levels(3);
  CHECK_EQUAL(omp_get_max_active_levels(), 3);
  ompc_set_schedule(omp_sched_guided, 5);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & 0xff, omp_sched_guided);
  CHECK_EQUAL(chunk, 5);
}

static void affinity(void) {
  kmp_affinity_mask_t all;
  kmp_create_affinity_mask_(&all);
  CHECK_EQUAL(kmp_get_affinity_(&all), 0);
  CHECK_EQUAL(kmp_get_affinity_max_proc_(), kmp_get_affinity_max_proc());
  int cpu = 0;
  while (kmp_get_affinity_mask_proc_(&cpu, &all) == 0) {
    ++cpu;
  }
  kmp_affinity_mask_t one;
  kmp_create_affinity_mask_(&one);
  CHECK_EQUAL(kmp_set_affinity_mask_proc_(&cpu, &one), 0);
  CHECK_EQUAL(kmp_set_affinity_(&one), 0);
  CHECK_EQUAL(kmp_set_thread_affinity_mask_initial(), 0);
  CHECK_EQUAL(kmp_get_affinity_(&one), 0);
  for (int i = 0; i < kmp_get_affinity_max_proc(); ++i) {
    CHECK_EQUAL(kmp_get_affinity_mask_proc(i, &one) != 0, kmp_get_affinity_mask_proc(i, &all) != 0);
  }
  CHECK_EQUAL(kmp_unset_affinity_mask_proc_(&cpu, &one), 0);
  CHECK_EQUAL(kmp_get_affinity_mask_proc_(&cpu, &one), 0);
  kmp_destroy_affinity_mask_(&one);
  kmp_destroy_affinity_mask_(&all);
}

static void regions(void) {
  ompc_set_num_threads(3);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_num_threads(), 3);
    CHECK_EQUAL(ompc_get_team_size(1), 3);
    CHECK_EQUAL(ompc_get_ancestor_thread_num(1), omp_get_thread_num());
  }
  CHECK_EQUAL(__kmpc_pause_resource(omp_pause_hard), 0);
#pragma omp parallel
  CHECK_EQUAL(omp_get_num_threads(), omp_get_max_threads());
}

int main(void) {
  memory();
  settings();
  affinity();
  regions();
  return 0;
}
