// SPDX-License-Identifier: Apache-2.0

// A program without OpenMP loads a library that uses it.
// loads loaded_part.c
// demanding close
//
// With that argument it also closes the library while the runtime's threads wait. GCC's runtime is
// unloaded then, and they with it.

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

static const char* path;
static int closes;

static void* use(void* unused) {
  (void)unused;
  void* const library = dlopen(path, RTLD_NOW);
  CHECK(library != NULL);
  long (*sum)(int) = NULL;
  int (*threads)(void) = NULL;
  *(void**)&sum = dlsym(library, "loaded_sum");
  *(void**)&threads = dlsym(library, "loaded_threads");
  CHECK(sum != NULL);
  CHECK(threads != NULL);
  CHECK_EQUAL(threads(), atoi(getenv("OMP_NUM_THREADS")));
  for (int round = 0; round < 10; ++round) {
    CHECK_EQUAL(sum(1000), 499500);
  }
  if (closes) {
    CHECK_EQUAL(dlclose(library), 0);
  }
  return NULL;
}

int main(int count, char** arguments) {
  CHECK(count >= 2);
  closes = count > 2;
  path = arguments[1];
  use(NULL);
  use(NULL);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) {
    CHECK_EQUAL(pthread_create(&threads[i], NULL, use, NULL), 0);
  }
  for (int i = 0; i < 3; ++i) {
    CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
  }
  use(NULL);
  return 0;
}
