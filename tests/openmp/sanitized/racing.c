// SPDX-License-Identifier: Apache-2.0

// Races, of which the argument says one: between members, between tasks, between members who hold
// different locks, and between a task and who does not wait for it.

#include <omp.h>
#include <string.h>

#include "../conformance/check.h"

enum { rounds = 10 };  // in some, the threads happen to meet in the runtime in between

static int count;

/// Waits for another one. Orders nothing.
static void meet(int* arrived) {
  __atomic_fetch_add(arrived, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(arrived, __ATOMIC_RELAXED) < 2) {
    sched_yield();
  }
}

static void members(void) {
  int arrived = 0;
#pragma omp parallel num_threads(2)
  {
    meet(&arrived);
    ++count;
  }
}

static void tasks(void) {
  int arrived = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task shared(arrived)
    {
      meet(&arrived);
      ++count;
    }
  }
}

static void locks(void) {
  int arrived = 0;
#pragma omp parallel num_threads(2)
  {
    meet(&arrived);
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
      ++count;
    } else {
#pragma omp critical(other)
      ++count;
    }
  }
}

static void children(void) {
  int arrived = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(arrived)
    {
      meet(&arrived);
      ++count;
    }
    meet(&arrived);
    ++count;
  }
}

int main(int argc, char** argv) {
  const char* const which = argc > 1 ? argv[1] : "";
  for (int i = 0; i < rounds; ++i) {
    if (strcmp(which, "members") == 0) {
      members();
    } else if (strcmp(which, "tasks") == 0) {
      tasks();
    } else if (strcmp(which, "locks") == 0) {
      locks();
    } else if (strcmp(which, "children") == 0) {
      children();
    }
  }
  return 0;
}
