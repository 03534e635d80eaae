// SPDX-License-Identifier: Apache-2.0

// Regions that are opened by threads which are none of OpenMP's.
// long full

#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

enum { foreign = 4, rounds = 50 };

static int in_critical;

static void* work(void* unused) {
  (void)unused;
  for (int round = 0; round < rounds; ++round) {
    int tasks = 0;
    int sum = 0;
    int members = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum, members) shared(tasks)
    {
      ++members;
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_get_num_threads(), 3);
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 40; ++i) {
        sum += i;
      }
#pragma omp single nowait
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(tasks)
        INCREMENT(tasks);
      }
#pragma omp critical
      ++in_critical;
    }
    CHECK_EQUAL(members, 3);
    CHECK_EQUAL(sum, 780);
    CHECK_EQUAL(tasks, 10);
    CHECK_EQUAL(omp_get_level(), 0);
  }
  return NULL;
}

static void at_the_same_time(void) {
  pthread_t threads[foreign];
  in_critical = 0;
  for (int i = 0; i < foreign; ++i) {
    CHECK_EQUAL(pthread_create(&threads[i], NULL, work, NULL), 0);
  }
  work(NULL);
  for (int i = 0; i < foreign; ++i) {
    CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
  }
  CHECK_EQUAL(in_critical, (foreign + 1) * rounds * 3);
}

static void* one_region(void* count) {
#pragma omp parallel num_threads(2)
  INCREMENT(*(int*)count);
  return NULL;
}

/// What foreign threads have had made ends with them.
static void leave_no_threads_behind(int short_lived) {
  int count = 0;
  const int before = threads_of_process();
  for (int i = 0; i < short_lived; i += foreign) {
    pthread_t threads[foreign];
    for (int k = 0; k < foreign; ++k) {
      CHECK_EQUAL(pthread_create(&threads[k], NULL, one_region, &count), 0);
    }
    for (int k = 0; k < foreign; ++k) {
      CHECK_EQUAL(pthread_join(threads[k], NULL), 0);
    }
  }
  CHECK_EQUAL(count, 2 * short_lived);
  WAIT_FOR(threads_of_process() <= before);
}

static void* set_own(void* number) {
  const int own = *(const int*)number;
  omp_set_num_threads(own);
  sched_yield();
  CHECK_EQUAL(omp_get_max_threads(), own);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, own);
  return NULL;
}

/// Settings are those of a thread.
static void have_settings_of_their_own(void) {
  pthread_t threads[foreign];
  int numbers[foreign];
  const int before = omp_get_max_threads();
  for (int i = 0; i < foreign; ++i) {
    numbers[i] = i + 1;
    CHECK_EQUAL(pthread_create(&threads[i], NULL, set_own, &numbers[i]), 0);
  }
  for (int i = 0; i < foreign; ++i) {
    CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
  }
  CHECK_EQUAL(omp_get_max_threads(), before);
}

int main(int count, char** arguments) {
  if (count > 1 && strcmp(arguments[1], "full") == 0) {
    leave_no_threads_behind(10000);
    return 0;
  }
  leave_no_threads_behind(1000);
  at_the_same_time();
  have_settings_of_their_own();
  return 0;
}
