// SPDX-License-Identifier: Apache-2.0

// Programs that end within a region.

#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "check.h"

static void at_exit(void) {
  // What was registered runs, and may use OpenMP's queries.
  if (omp_get_level() > 2) {
    _exit(99);
  }
}

static void from_member(int number) {
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == number) {
      exit(40 + number);
    }
#pragma omp barrier
  }
}

/// While the others compute.
static void from_busy_region(int number) {
#pragma omp parallel num_threads(4)
  {
#pragma omp barrier
    if (omp_get_thread_num() == number) {
      exit(40 + number);
    }
    compute_milliseconds(20000);
  }
}

static void from_task(int number) {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task
    if (i == 10 + number) {
      exit(40 + number);
    }
  }
}

static void from_nested_region(int number) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_ancestor_thread_num(1) == 1 && omp_get_thread_num() == number % 2) {
        exit(40 + number);
      }
#pragma omp barrier
    }
  }
}

static void after_region(int number) {
#pragma omp parallel num_threads(4)
  {
  }
  exit(40 + number);
}

/// The parent has no regions, so that children may.
static void ends(void (*how)(int), int number) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(15);
    CHECK_EQUAL(atexit(at_exit), 0);
    how(number);
    _exit(98);
  }
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 40 + number);
}

int main(void) {
  for (int number = 0; number < 4; ++number) {
    ends(from_member, number);
    ends(from_busy_region, number);
    ends(from_task, number);
    ends(from_nested_region, number);
    ends(after_region, number);
  }
  return 0;
}
