// SPDX-License-Identifier: Apache-2.0

// Processes made while other threads are inside of the runtime. The children can have regions.
// demanding child_regions
//
// GCC's runtime hangs in such children, so without that argument they have none.

#define _GNU_SOURCE

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "check.h"

static int demanding;
static int stops;    // the next thread that asks for its cpus
static int inside;   // it has asked
static int goes_on;  // it has its answer

/// In front of the one that the C library has.
int sched_getaffinity(pid_t of, size_t bytes, cpu_set_t* cpus) {
  if (__atomic_exchange_n(&stops, 0, __ATOMIC_SEQ_CST)) {
    STORE(inside, 1);
    while (!LOAD(goes_on)) {
      usleep(100);
    }
  }
  return syscall(SYS_sched_getaffinity, of, bytes, cpus) < 0 ? -1 : 0;
}

static void regions(void) {
  int tasks = 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(3) shared(tasks)
    {
      // Long enough that others wait.
      usleep(1000 * omp_get_thread_num());
#pragma omp single nowait
      for (int i = 0; i < 20; ++i) {
#pragma omp task shared(tasks)
        INCREMENT(tasks);
      }
    }
  }
  CHECK_EQUAL(tasks, 60);
}

static void expect_right(pid_t child) {
  int status = 0;
  CHECK(child >= 0);
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 3);
}

/// One of the two is the first thread of the process that waits, and asks how many cpus there are.
static void* wait_in_a_region(void* nothing) {
#pragma omp parallel num_threads(2)
  {
    while (omp_get_thread_num() == 0 && demanding && !LOAD(inside)) {
      usleep(100);
    }
  }
  return nothing;
}

static void while_another_waits_first(void) {
  pthread_t other;
  STORE(stops, demanding);
  CHECK_EQUAL(pthread_create(&other, NULL, wait_in_a_region, NULL), 0);
  while (demanding && !LOAD(inside)) {
    usleep(100);
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    if (demanding) {
      regions();
    }
    exit(3);
  }
  STORE(goes_on, 1);
  expect_right(child);
  CHECK_EQUAL(pthread_join(other, NULL), 0);
}

// Clang's programs call another library for that.
#ifndef __clang__
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

static int is_in;
static int ends;

static void* be_in_an_atomic_construct(void* nothing) {
  GOMP_atomic_start();
  STORE(is_in, 1);
  while (!LOAD(ends)) {
    usleep(100);
  }
  GOMP_atomic_end();
  return nothing;
}

static void while_another_is_in_an_atomic_construct(void) {
  pthread_t other;
  CHECK_EQUAL(pthread_create(&other, NULL, be_in_an_atomic_construct, NULL), 0);
  while (!LOAD(is_in)) {
    usleep(100);
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    if (demanding) {
      GOMP_atomic_start();
      GOMP_atomic_end();
    }
    exit(3);
  }
  STORE(ends, 1);
  expect_right(child);
  CHECK_EQUAL(pthread_join(other, NULL), 0);
}
#endif

int main(int count, char** arguments) {
  (void)arguments;
  demanding = count > 1;
  while_another_waits_first();
#ifndef __clang__
  while_another_is_in_an_atomic_construct();
#endif
  regions();
  return 0;
}
