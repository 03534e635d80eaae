// SPDX-License-Identifier: Apache-2.0

// Threads that are to be cancelled: they are where they say so, not in the runtime, which they may
// be the first to call.

#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static int members;

static void* call_first(void* unused) {
  (void)unused;
  CHECK_EQUAL(pthread_cancel(pthread_self()), 0);
  CHECK(omp_get_max_threads() > 0);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; ++i) {
#pragma omp task
    INCREMENT(members);
  }
  CHECK_EQUAL(members, 10);
  INCREMENT(members);
  pthread_testcancel();
  CHECK(0);
  return NULL;
}

static void* have_regions(void* unused) {
  (void)unused;
  for (;;) {
#pragma omp parallel num_threads(2)
    INCREMENT(members);
    pthread_testcancel();
  }
  return NULL;
}

static void end(pthread_t thread) {
  void* result = NULL;
  CHECK_EQUAL(pthread_join(thread, &result), 0);
  CHECK(result == PTHREAD_CANCELED);
}

int main(void) {
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, call_first, NULL), 0);
  end(thread);
  CHECK_EQUAL(members, 11);
  for (int i = 0; i < 30; ++i) {
    CHECK_EQUAL(pthread_create(&thread, NULL, have_regions, NULL), 0);
    usleep(300);
    CHECK_EQUAL(pthread_cancel(thread), 0);
    end(thread);
  }
  return 0;
}
