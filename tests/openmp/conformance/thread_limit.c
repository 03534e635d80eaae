// SPDX-License-Identifier: Apache-2.0

// The limit is for the threads of all regions together that are inside of each other.
// with OMP_THREAD_LIMIT=1
// with OMP_THREAD_LIMIT=4
// with OMP_THREAD_LIMIT=7
// demanding fork
//
// With that argument the child of a fork is asked for regions, where it is alone. GCC 12's runtime
// counts threads there that are not.

#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>

#include "check.h"

enum { most = 8 };

static int members_of_a_region(int wanted) {
  int members = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : members)
  ++members;
  return members;
}

static int least(int one, int other) {
  return one < other ? one : other;
}

/// Regions of several threads in each other, which are there at the same time.
static void nested(int limit) {
  const int outer = least(2, limit);
  int outer_members = 0;
  int began = 0;
  int inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : outer_members)
  {
    ++outer_members;
#pragma omp parallel num_threads(4)
    {
#pragma omp master
      {
        __atomic_fetch_add(&inner, omp_get_num_threads(), __ATOMIC_SEQ_CST);
        INCREMENT(began);
        WAIT_FOR(LOAD(began) == outer);
      }
    }
  }
  CHECK_EQUAL(outer_members, outer);
  CHECK_EQUAL(inner, least(limit, 4 * outer));
}

/// Each thread begins regions as fast as it can: what one gives back is for the others.
static void contended(int limit) {
  int now = 0;
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 100; ++i) {
#pragma omp parallel num_threads(1 + (i + omp_get_thread_num()) % 4)
    {
      CHECK(INCREMENT(now) < limit);
      __atomic_fetch_sub(&now, 1, __ATOMIC_SEQ_CST);
    }
  }
}

static void one_team(void) {
  CHECK_EQUAL(omp_get_thread_limit(), 3);
  omp_set_dynamic(0);
  omp_set_max_active_levels(3);
  for (int i = 0; i < 3; ++i) {
    nested(3);
    CHECK_EQUAL(members_of_a_region(most), 3);
  }
}

/// Each team has a limit of its own, where one is said.
static void teams(void) {
#pragma omp teams num_teams(2) thread_limit(3)
  one_team();
}

static void* in_another_thread(void* limit) {
  omp_set_max_active_levels(3);
  nested(*(int*)limit);
  return NULL;
}

/// A thread that is not OpenMP's is in no region.
static void threads(int limit) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    pthread_t made;
    CHECK_EQUAL(pthread_create(&made, NULL, in_another_thread, &limit), 0);
    CHECK_EQUAL(pthread_join(made, NULL), 0);
  }
}

static void child(int limit) {
  CHECK_EQUAL(members_of_a_region(most), least(most, limit));
  nested(limit);
}

static void forked(int limit) {
#pragma omp parallel num_threads(3)
#pragma omp master
  {
    const pid_t made = fork();
    CHECK(made != -1);
    if (made == 0) {
      child(limit);
      _exit(0);
    }
    int status = 0;
    CHECK_EQUAL(waitpid(made, &status, 0), made);
    CHECK_EQUAL(status, 0);
  }
}

int main(int arguments, char** words) {
  (void)words;
  const int limit = omp_get_thread_limit();
  omp_set_dynamic(0);
  omp_set_max_active_levels(3);
  for (int i = 0; i < 5; ++i) {
    nested(limit);
    contended(limit);
    threads(limit);
    CHECK_EQUAL(members_of_a_region(most), least(most, limit));
  }
  teams();
  if (arguments > 1) {
    forked(limit);
  }
  CHECK_EQUAL(members_of_a_region(most), least(most, limit));
  return 0;
}
