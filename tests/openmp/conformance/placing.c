// SPDX-License-Identifier: Apache-2.0

// Where the members of teams are, of seven places. All of these are one processor, so that any
// machine has them.

#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { most = 16 };

struct seen {
  int members;
  int place[most];
  int first[most];  // of the partition
  int count[most];
};

static void look(struct seen* into) {
  const int number = omp_get_thread_num();
  CHECK(number < most);
#pragma omp single
  into->members = omp_get_num_threads();
  into->place[number] = omp_get_place_num();
  into->count[number] = omp_get_partition_num_places();
  int numbers[most];
  CHECK(into->count[number] >= 1 && into->count[number] <= most);
  omp_get_partition_place_nums(numbers);
  into->first[number] = numbers[0];
  for (int i = 0; i < into->count[number]; ++i) {
    CHECK_EQUAL(numbers[i], numbers[0] + i);
  }
}

static void check_places(const struct seen* found, const char* expected) {
  CHECK_EQUAL(found->members, strlen(expected));
  for (int i = 0; i < found->members; ++i) {
    CHECK_EQUAL(found->place[i], expected[i] - '0');
  }
}

/// One figure for each member.
static void check_partitions(const struct seen* found, const char* firsts, const char* counts) {
  for (int i = 0; i < found->members; ++i) {
    CHECK_EQUAL(found->first[i], firsts[i] - '0');
    CHECK_EQUAL(found->count[i], counts[i] - '0');
  }
}

static void close_ones(void) {
  struct seen found;
#pragma omp parallel num_threads(3) proc_bind(close)
  {
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
    look(&found);
  }
  check_places(&found, "012");
  check_partitions(&found, "000", "777");
#pragma omp parallel num_threads(9) proc_bind(close)
  look(&found);
  check_places(&found, "012345601");
}

static void spread_ones(void) {
  struct seen found;
#pragma omp parallel num_threads(3) proc_bind(spread)
  look(&found);
  check_places(&found, "035");
  check_partitions(&found, "035", "322");
#pragma omp parallel num_threads(9) proc_bind(spread)
  look(&found);
  check_places(&found, "012345601");
  check_partitions(&found, "012345601", "111111111");
#pragma omp parallel num_threads(1) proc_bind(spread)
  look(&found);
  check_places(&found, "0");
  check_partitions(&found, "0", "7");
}

/// In a part of the places, and from a place that is not the first.
static void inside(void) {
  struct seen of[3];
#pragma omp parallel num_threads(3) proc_bind(spread)
  {
    struct seen* const own = &of[omp_get_thread_num()];
#pragma omp parallel num_threads(4) proc_bind(close)
    look(own);
  }
  check_places(&of[0], "0120");
  check_places(&of[1], "3344");
  check_places(&of[2], "5566");
#pragma omp parallel num_threads(3) proc_bind(close)
  {
    struct seen* const own = &of[omp_get_thread_num()];
#pragma omp parallel num_threads(3) proc_bind(spread)
    look(own);
  }
  check_places(&of[0], "035");
  check_places(&of[2], "235");
  check_partitions(&of[2], "035", "322");
#pragma omp parallel num_threads(3) proc_bind(spread)
  {
    struct seen* const own = &of[omp_get_thread_num()];
#pragma omp parallel num_threads(2) proc_bind(primary)
    look(own);
  }
  check_places(&of[1], "33");
  check_partitions(&of[1], "33", "22");
}

/// OMP_PROC_BIND=spread,close
static void by_level(void) {
  struct seen found;
  struct seen nested;
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
#pragma omp parallel num_threads(2) shared(found, nested)
  {
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
    look(&found);
    if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(3)
      look(&nested);
    }
  }
  check_places(&found, "04");
  check_partitions(&found, "04", "43");
  check_places(&nested, "456");
}

static void* in_foreign_thread(void* nothing) {
  CHECK_EQUAL(omp_get_place_num(), 0);
  CHECK_EQUAL(omp_get_partition_num_places(), omp_get_num_places());
  close_ones();
  return nothing;
}

static void queries(int processors) {
  CHECK_EQUAL(omp_get_num_places(), 7);
  CHECK_EQUAL(omp_get_num_procs(), processors);
  for (int i = 0; i < 7; ++i) {
    int processor = -1;
    CHECK_EQUAL(omp_get_place_num_procs(i), 1);
    omp_get_place_proc_ids(i, &processor);
    CHECK_EQUAL(processor, sched_getcpu());
  }
  CHECK_EQUAL(omp_get_place_num_procs(7), 0);
  CHECK_EQUAL(omp_get_place_num_procs(-1), 0);
}

int main(int count, char** arguments) {
  cpu_set_t allowed;
  CHECK_EQUAL(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  if (count == 1) {
    int one = 0;
    while (!CPU_ISSET(one, &allowed)) {
      ++one;
    }
    char text[100];
    snprintf(text, sizeof text, "{%d}:7:0", one);
    setenv("OMP_PLACES", text, 1);
    setenv("OMP_PROC_BIND", "spread,close", 1);
    snprintf(text, sizeof text, "%d", CPU_COUNT(&allowed));
    execl(arguments[0], arguments[0], text, NULL);
    CHECK(0);
  }
#ifdef __clang__
  // With LLVM's runtime, the initial thread is bound at its first region, not before main().
  #pragma omp parallel num_threads(1)
  CHECK_EQUAL(sched_getaffinity(0, sizeof allowed, &allowed), 0);
#endif
  CHECK_EQUAL(CPU_COUNT(&allowed), 1);
  queries(atoi(arguments[1]));
  for (int round = 0; round < 3; ++round) {
    close_ones();
    spread_ones();
    inside();
    by_level();
  }
  pthread_t other;
  CHECK_EQUAL(pthread_create(&other, NULL, in_foreign_thread, NULL), 0);
  CHECK_EQUAL(pthread_join(other, NULL), 0);
  return 0;
}
