// SPDX-License-Identifier: Apache-2.0

// Tasks start on idle threads while their parent is busy. OpenMP does not promise it.
// demanding elsewhere

#include <omp.h>

#include "check.h"

enum busy_with { computing, sleeping, region };

static void stay_busy(enum busy_with what, const int* started) {
  const double until = monotonic_seconds() + 10;
  while (LOAD(*started) < 2 && monotonic_seconds() < until) {
    switch (what) {
      case computing:
        break;
      case sleeping:
        sleep_milliseconds(5);
        break;
      case region:
#pragma omp parallel num_threads(2)
        compute_milliseconds(1);
        break;
    }
  }
}

static void start_elsewhere(enum busy_with what) {
  int started = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    const int parent = omp_get_thread_num();
    for (int i = 0; i < 2; ++i) {
#pragma omp task shared(started)
      {
        CHECK(omp_get_thread_num() != parent);
        INCREMENT(started);
        compute_milliseconds(1);
      }
    }
    stay_busy(what, &started);
    CHECK_EQUAL(LOAD(started), 2);
  }
}

/// The same from a task, in which the parent itself is a child.
static void start_elsewhere_from_a_task(void) {
  int started = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp task shared(started)
  {
    for (int i = 0; i < 2; ++i) {
#pragma omp task shared(started)
      INCREMENT(started);
    }
    stay_busy(computing, &started);
    CHECK_EQUAL(LOAD(started), 2);
  }
}

int main(int count, char** arguments) {
  (void)arguments;
  if (count < 2) {
    return 0;
  }
  omp_set_max_active_levels(2);
  for (int round = 0; round < 10; ++round) {
    start_elsewhere(computing);
    start_elsewhere(sleeping);
    start_elsewhere(region);
    start_elsewhere_from_a_task();
  }
  return 0;
}
