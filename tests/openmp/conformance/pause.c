// SPDX-License-Identifier: Apache-2.0

// Who pauses OpenMP gives up the threads that wait for its regions, and can have regions again.

#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { members = 4, rounds = 20 };

static int of_thread;
#pragma omp threadprivate(of_thread)

static int pause_somehow(int round) {
  const omp_pause_resource_t how = round % 2 == 0 ? omp_pause_soft : omp_pause_hard;
  return round % 4 < 2 ? omp_pause_resource_all(how)
                       : omp_pause_resource(how, omp_get_initial_device());
}

/// With tasks, and with regions inside. What was set may be lost by a pause.
static void region(void) {
  int tasks = 0;
  int inner = 0;
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(members) reduction(+ : inner)
  {
    CHECK_EQUAL(omp_get_num_threads(), members);
    ++of_thread;
#pragma omp parallel num_threads(2) reduction(+ : inner)
    ++inner;
#pragma omp task shared(tasks)
    INCREMENT(tasks);
    CHECK(pause_somehow(0) != 0);
  }
  CHECK_EQUAL(tasks, members);
  CHECK_EQUAL(inner, 2 * members);
}

static void* in_another_thread(void* threads) {
  region();
  CHECK(threads_of_process() >= *(int*)threads + members);
  CHECK_EQUAL(pause_somehow(0), 0);
  WAIT_FOR(threads_of_process() == *(int*)threads + 1);
  region();
  return NULL;
}

/// Others keep their threads.
static void those_of_others_stay(void) {
  region();
  int threads = threads_of_process();
  CHECK(threads >= members);
  pthread_t made;
  CHECK_EQUAL(pthread_create(&made, NULL, in_another_thread, &threads), 0);
  CHECK_EQUAL(pthread_join(made, NULL), 0);
  WAIT_FOR(threads_of_process() == threads);
}

int main(void) {
  CHECK_EQUAL(pause_somehow(0), 0);
  for (int round = 0; round < rounds; ++round) {
    region();
    CHECK_EQUAL(of_thread, round + 1);
    CHECK(threads_of_process() >= members);
    CHECK_EQUAL(pause_somehow(round), 0);
    WAIT_FOR(threads_of_process() == 1);
  }
  CHECK_EQUAL(pause_somehow(1), 0);
  those_of_others_stay();
  return 0;
}
