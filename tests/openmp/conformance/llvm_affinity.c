// SPDX-License-Identifier: Apache-2.0

// LLVM's masks of cpus, which a program may bind the calling thread by.

#include <omp.h>

#include "check.h"

static int cpus_in(kmp_affinity_mask_t* mask) {
  int found = 0;
  for (int cpu = 0; cpu < kmp_get_affinity_max_proc(); ++cpu) {
    found += kmp_get_affinity_mask_proc(cpu, mask) != 0;
  }
  return found;
}

int main(void) {
  kmp_affinity_mask_t all;
  kmp_affinity_mask_t one;
  kmp_create_affinity_mask(&all);
  kmp_create_affinity_mask(&one);
  CHECK_EQUAL(cpus_in(&one), 0);
  CHECK_EQUAL(kmp_get_affinity(&all), 0);
  CHECK(cpus_in(&all) > 0);
  int cpu = 0;
  while (kmp_get_affinity_mask_proc(cpu, &all) == 0) {
    ++cpu;
  }
  CHECK_EQUAL(kmp_set_affinity_mask_proc(cpu, &one), 0);
  CHECK_EQUAL(kmp_set_affinity(&one), 0);
  kmp_affinity_mask_t now;
  kmp_create_affinity_mask(&now);
  CHECK_EQUAL(kmp_get_affinity(&now), 0);
  CHECK_EQUAL(cpus_in(&now), 1);
  CHECK(kmp_get_affinity_mask_proc(cpu, &now) != 0);
  CHECK_EQUAL(kmp_unset_affinity_mask_proc(cpu, &now), 0);
  CHECK_EQUAL(cpus_in(&now), 0);
  CHECK(kmp_set_affinity_mask_proc(-1, &now) != 0);
  CHECK_EQUAL(kmp_set_affinity(&all), 0);
  kmp_destroy_affinity_mask(&now);
  kmp_destroy_affinity_mask(&one);
  kmp_destroy_affinity_mask(&all);
  return 0;
}
