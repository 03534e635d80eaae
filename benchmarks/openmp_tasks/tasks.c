// SPDX-License-Identifier: Apache-2.0

/* So many tasks of one kind, for instructions to be counted:
     tasks KIND COUNT
   calls       plain calls in their place
   alone       by a team of one
   enough      where enough tasks wait already, so that a new one may be executed at once
   deferred    by the thread that made them, which waits for 16 at a time
   depend      the same, each of which waits for the one before it
   taken       by another thread, which waits in a barrier, 16 at a time */
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
      if (strcmp(kind, "enough") == 0) {
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
  } else if (strcmp(kind, "alone") == 0) {
#pragma omp parallel num_threads(1)
    make(count, 0);
  } else if (strcmp(kind, "taken") == 0) {
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
