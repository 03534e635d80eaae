// SPDX-License-Identifier: Apache-2.0

// What a thread keeps for the dependences of its tasks is freed when the thread ends.

#include <malloc.h>
#include <omp.h>
#include <pthread.h>
#include <stddef.h>

#include "check.h"

enum { threads = sanitized ? 20 : 400, warm = threads / 4, most_bytes = 100 * 1024 };

static long executed;

static void* generate(void* unused) {
  (void)unused;
  static long cells[4];
  (void)cells;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : cells[i % 2])
    INCREMENT(executed);
  }
  return NULL;
}

int main(void) {
  size_t before = 0;
  for (int i = 0; i < threads; ++i) {
    if (i == warm) {
      before = mallinfo2().uordblks;
    }
    pthread_t ends;
    CHECK(pthread_create(&ends, NULL, generate, NULL) == 0);
    CHECK(pthread_join(ends, NULL) == 0);
  }
  CHECK(executed == 4 * threads);
  const size_t after = mallinfo2().uordblks;
  CHECK(after < before + most_bytes);
  return 0;
}
