// SPDX-License-Identifier: Apache-2.0

// Waits beside other processes that compute: they take little processor time, however long they
// last.

#ifndef _GNU_SOURCE
  #define _GNU_SOURCE
#endif
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "check.h"

enum { cpus = 2, waits = 25, milliseconds_each = 20, max_milliseconds = 30 };

/// On few cpus, and with the runtime's own patience, which is read at its start.
static void begin_again(char** arguments) {
  cpu_set_t all;
  cpu_set_t few;
  CHECK_EQUAL(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&few);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&few) < cpus; ++i) {
    if (CPU_ISSET(i, &all)) {
      CPU_SET(i, &few);
    }
  }
  CHECK_EQUAL(sched_setaffinity(0, sizeof few, &few), 0);
  CHECK_EQUAL(setenv("OMP_DYNAMIC", "false", 1), 0);
  CHECK_EQUAL(unsetenv("GOMP_SPINCOUNT"), 0);
  execv("/proc/self/exe", arguments);
  CHECK(!"execv returns");
}

static double processor_milliseconds(void) {
  struct timespec now;
  CHECK_EQUAL(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

int main(int count, char** arguments) {
  (void)count;
  if (sanitized || omp_get_max_threads() != 2) {
    return 0;
  }
  if (getenv("GOMP_SPINCOUNT") != NULL) {
    begin_again(arguments);
  }
  pid_t others[cpus];
  for (int i = 0; i < cpus; ++i) {
    others[i] = fork();
    CHECK(others[i] >= 0);
    if (others[i] == 0) {
      alarm(30);
      for (;;) {
      }
    }
  }
  double used = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      used = processor_milliseconds();
    }
    for (int i = 0; i < waits; ++i) {
      if (omp_get_thread_num() == i % 2) {
        sleep_milliseconds(milliseconds_each);
      }
#pragma omp barrier
    }
  }
  used = processor_milliseconds() - used;
  for (int i = 0; i < cpus; ++i) {
    kill(others[i], SIGKILL);
    CHECK_EQUAL(waitpid(others[i], NULL, 0), others[i]);
  }
  if (used > max_milliseconds) {
    fprintf(stderr, "the waits took %g milliseconds of processor time\n", used);
    return 1;
  }
  return 0;
}
