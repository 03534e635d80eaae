// SPDX-License-Identifier: Apache-2.0

// Processes made before and after regions.
// demanding child_regions
//
// With that argument regions are also opened in children of a process that has had regions. GCC's
// runtime hangs there.

#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "check.h"

static void regions(void) {
  int count = 0;
  int tasks = 0;
  for (int round = 0; round < 10; ++round) {
#pragma omp parallel num_threads(4) shared(tasks)
    {
      INCREMENT(count);
#pragma omp single nowait
      for (int i = 0; i < 20; ++i) {
#pragma omp task shared(tasks)
        INCREMENT(tasks);
      }
    }
  }
  CHECK_EQUAL(count, 40);
  CHECK_EQUAL(tasks, 200);
}

static void nothing(void) {}

static void regions_and_children(void);

/// The child does this and ends; it is killed where it hangs.
static void in_a_child(void (*what)(void)) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(20);
    what();
    exit(3);
  }
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 3);
}

static void regions_and_children(void) {
  regions();
  in_a_child(regions);
  regions();
}

static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
#pragma omp critical
  CHECK_EQUAL(omp_get_level(), 0);
  omp_destroy_lock(&lock);
  CHECK_EQUAL(omp_get_num_threads(), 1);
}

int main(int count, char** arguments) {
  (void)arguments;
  in_a_child(regions);
  regions();
  in_a_child(nothing);
  in_a_child(locks);
  regions();
  if (count > 1) {
    for (int round = 0; round < 5; ++round) {
      in_a_child(regions);
      in_a_child(regions_and_children);
      regions();
    }
  }
  return 0;
}
