// SPDX-License-Identifier: Apache-2.0

/* Executes COUNT tasks of one kind, whose instructions are counted:
     tasks KIND COUNT
   calls        plain calls in their place
   serial_team  by a team of one thread
   throttled    while enough tasks are queued, so that a new one may be executed immediately
   deferred     by the generating thread, which waits for 16 at a time
   depend       the same, each of which depends on the one before it
   stolen       by another thread, which waits in a barrier, 16 at a time */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { at_a_time = 16 };

static volatile long done;
static long left;

static void __attribute__((noinline)) body(void) {
  done = done + 1;
}

static void wait_for_all_but(long count) {
  while (done < count) {
    usleep(100);
  }
}

static void make(long count, int depend) {
  int order = 0;
  for (long i = 0; i < count; ++i) {
    if (depend) {
#pragma omp task depend(inout : order)
      body();
    } else {
#pragma omp task
      body();
    }
  }
}

/* The other thread is kept away from the tasks, by a lock. */
static void by_maker(const char* kind, long count) {
  omp_lock_t away;
  omp_init_lock(&away);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      omp_set_lock(&away);
    }
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      omp_set_lock(&away);
      omp_unset_lock(&away);
    } else {
      if (strcmp(kind, "throttled") == 0) {
        /* What waits is older than the task that makes the counted ones. */
        make(at_a_time, 0);
#pragma omp task
        make(count, 0);
#pragma omp taskwait
      } else {
        for (left = count; left > 0; left -= at_a_time) {
          make(at_a_time, strcmp(kind, "depend") == 0);
#pragma omp taskwait
        }
      }
      omp_unset_lock(&away);
    }
  }
  omp_destroy_lock(&away);
}

static void by_other(long count) {
#pragma omp parallel num_threads(2)
#pragma omp master
  for (long made = 0; made < count; made += at_a_time) {
    make(at_a_time, 0);
    wait_for_all_but(made + at_a_time);
  }
}

int main(int argc, char** argv) {
  const long count = argc == 3 ? atol(argv[2]) / at_a_time * at_a_time : 0;
  const char* kind = argc == 3 ? argv[1] : "";
  if (strcmp(kind, "calls") == 0) {
    for (long i = 0; i < count; ++i) {
      body();
    }
  } else if (strcmp(kind, "serial_team") == 0) {
#pragma omp parallel num_threads(1)
    make(count, 0);
  } else if (strcmp(kind, "stolen") == 0) {
    by_other(count);
  } else if (count > 0) {
    by_maker(kind, count);
  }
  if (count == 0 || done < count) {
    fprintf(stderr, "tasks: KIND COUNT; %ld tasks were executed\n", done);
    return 1;
  }
  return 0;
}
