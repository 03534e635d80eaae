// SPDX-License-Identifier: Apache-2.0

// Errors in the use of memory, of which the argument says one: a member writes behind its array; a
// task writes to what its parent has freed; a thread, or a task, forgets what it allocated; a task
// counts too far.

#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "../conformance/check.h"

__attribute__((noinline)) static void write_to(volatile int* at) {
  *at = 1;
}

static void overflow(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    int array[4];
    write_to(array + 4);
  }
}

static void freed(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int* const block = malloc(100);
    int is_freed = 0;
#pragma omp task shared(is_freed)
    {
      WAIT_FOR(LOAD(is_freed));
      write_to(block);
    }
    free(block);
    STORE(is_freed, 1);
#pragma omp taskwait
  }
}

static void forgotten(void) {
#pragma omp parallel num_threads(2)
  {
    void* volatile block = malloc(100);
    block = NULL;
  }
}

static void forgotten_by_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task
    {
      void* volatile block = malloc(100);
      block = NULL;
    }
  }
}

static void too_far(void) {
  int count = INT_MAX;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task shared(count)
  ++count;
  CHECK(count != 0);
}

int main(int argc, char** argv) {
  const char* const which = argc > 1 ? argv[1] : "";
  if (strcmp(which, "overflow") == 0) {
    overflow();
  } else if (strcmp(which, "freed") == 0) {
    freed();
  } else if (strcmp(which, "forgotten") == 0) {
    forgotten();
  } else if (strcmp(which, "forgotten_by_tasks") == 0) {
    forgotten_by_tasks();
  } else if (strcmp(which, "too_far") == 0) {
    too_far();
  }
  return 0;
}
