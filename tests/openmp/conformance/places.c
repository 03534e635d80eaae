// SPDX-License-Identifier: Apache-2.0

// Threads that are bound to places.
// with OMP_PROC_BIND=close OMP_PLACES=threads
// with OMP_PROC_BIND=spread OMP_PLACES=cores
// with OMP_PROC_BIND=master OMP_PLACES=threads

#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int bound;

/// The thread may run on the processors of its place and on no others.
static void on_own_place(void) {
  const int place = omp_get_place_num();
  CHECK(place >= 0 && place < omp_get_num_places());
  const int count = omp_get_place_num_procs(place);
  int* const processors = calloc((size_t)count, sizeof *processors);
  omp_get_place_proc_ids(place, processors);
  cpu_set_t allowed;
  CHECK_EQUAL(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  CHECK_EQUAL(CPU_COUNT(&allowed), count);
  for (int i = 0; i < count; ++i) {
    CHECK(CPU_ISSET((size_t)processors[i], &allowed));
  }
  free(processors);
}

static void regions(void) {
  int first = -1;
  int places[64] = {0};
  int members = 0;
#pragma omp parallel shared(first, places, members)
  {
#pragma omp single
    members = omp_get_num_threads();
    if (bound) {
      on_own_place();
      places[omp_get_thread_num()] = omp_get_place_num();
      const int own = omp_get_partition_num_places();
      CHECK(own >= 1 && own <= omp_get_num_places());
      int* const numbers = calloc((size_t)own, sizeof *numbers);
      omp_get_partition_place_nums(numbers);
      int found = 0;
      for (int i = 0; i < own; ++i) {
        found += numbers[i] == omp_get_place_num();
      }
      CHECK_EQUAL(found, 1);
      free(numbers);
    }
#pragma omp master
    first = omp_get_place_num();
  }
  if (strcmp(bound ? getenv("OMP_PROC_BIND") : "", "master") == 0) {
    for (int i = 0; i < members; ++i) {
      CHECK_EQUAL(places[i], first);
    }
  }
  // As many members as places: one on each.
  if (strcmp(bound ? getenv("OMP_PROC_BIND") : "", "close") == 0 &&
      members == omp_get_num_places()) {
    for (int i = 0; i < members; ++i) {
      for (int k = 0; k < i; ++k) {
        CHECK(places[i] != places[k]);
      }
    }
  }
}

static void clauses(void) {
  int here = -1;
  int members = 0;
#pragma omp parallel num_threads(3) proc_bind(primary) shared(here, members)
  {
    INCREMENT(members);
#pragma omp master
    here = omp_get_place_num();
#pragma omp barrier
    if (bound) {
      CHECK_EQUAL(omp_get_place_num(), here);
      on_own_place();
    }
  }
#pragma omp parallel num_threads(3) proc_bind(spread) shared(members)
  {
    INCREMENT(members);
    if (bound) {
      on_own_place();
    }
  }
  CHECK_EQUAL(members, 6);
}

int main(void) {
  bound = getenv("OMP_PROC_BIND") != NULL;
  CHECK_EQUAL(omp_get_proc_bind() != omp_proc_bind_false, bound);
  CHECK(!bound || omp_get_num_places() >= 1);
  regions();
  clauses();
  regions();
  return 0;
}
