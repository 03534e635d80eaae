// SPDX-License-Identifier: Apache-2.0

// When programs that Clang built have their variables read: at their first call, so that they may
// set some before. And what holds for them where no variable is set.

#include <limits.h>
#include <omp.h>
#include <stdlib.h>

#include "check.h"

static void levels(void) {
  CHECK_EQUAL(omp_get_supported_active_levels(), INT_MAX);
  omp_set_max_active_levels(300);
  CHECK_EQUAL(omp_get_max_active_levels(), 300);
  omp_set_nested(1);
  CHECK_EQUAL(omp_get_max_active_levels(), 300);
  omp_set_max_active_levels(0);
  omp_set_nested(1);
  CHECK_EQUAL(omp_get_max_active_levels(), 0);
  omp_set_nested(0);
  CHECK_EQUAL(omp_get_max_active_levels(), 1);
  omp_set_nested(1);
  CHECK_EQUAL(omp_get_max_active_levels(), INT_MAX);
}

/// Threads that are not bound have one place, of all processors.
static void place(void) {
  CHECK_EQUAL(omp_get_num_places(), 1);
  CHECK_EQUAL(omp_get_place_num_procs(0), omp_get_num_procs());
  CHECK_EQUAL(omp_get_place_num_procs(1), 0);
  int* const ids = calloc((size_t)omp_get_num_procs(), sizeof *ids);
  ids[0] = -1;
  omp_get_place_proc_ids(0, ids);
  CHECK(ids[0] >= 0);
  free(ids);
  CHECK_EQUAL(omp_get_place_num(), 0);
  CHECK_EQUAL(omp_get_partition_num_places(), 1);
  int own = -1;
  omp_get_partition_place_nums(&own);
  CHECK_EQUAL(own, 0);
}

int main(void) {
  CHECK_EQUAL(setenv("OMP_NUM_THREADS", "3", 1), 0);
  CHECK_EQUAL(setenv("OMP_MAX_TASK_PRIORITY", "5", 1), 0);
  CHECK_EQUAL(unsetenv("OMP_SCHEDULE"), 0);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, 3);
  CHECK_EQUAL(omp_get_max_task_priority(), 5);
  CHECK_EQUAL(setenv("OMP_NUM_THREADS", "2", 1), 0);
  CHECK_EQUAL(omp_get_max_threads(), 3);

  omp_sched_t kind = omp_sched_auto;
  int chunk = -1;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_static);
  CHECK_EQUAL(chunk, 0);

  enum { count = 90 };

  int owners[count];
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < count; ++i) {
    owners[i] = omp_get_thread_num();
  }
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(owners[i], i / (count / 3));
  }
  place();
  levels();
  return 0;
}
