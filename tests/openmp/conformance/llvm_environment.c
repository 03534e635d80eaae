// SPDX-License-Identifier: Apache-2.0

// When programs that Clang built have their variables read: at their first call, so that they may
// set some before. And what holds for them where no variable is set.

#include <omp.h>
#include <stdlib.h>

#include "check.h"

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
  return 0;
}
