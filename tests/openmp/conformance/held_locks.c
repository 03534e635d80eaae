// SPDX-License-Identifier: Apache-2.0

// A lock that a task holds while it waits for its children. Siblings want the same one, and no
// thread may come to one of them where it holds the lock already.
// long full

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { max_siblings = 4, children = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int in_critical;
static int in_mutex;

struct identity {
  int number;
  int* error;
};

__attribute__((noinline)) static struct identity identity(void) {
  __asm__ volatile("" ::: "memory");
  const struct identity found = {omp_get_thread_num(), &errno};
  return found;
}

/// A moment in which others may take what there is, till they have. Where others use the processors
/// as well, one yield may take longer than that.
static void give_way_until(const int* begun, int wanted) {
  const double until = monotonic_seconds() + 1e-3;
  for (int looks = 0; looks < 10 && LOAD(*begun) < wanted && monotonic_seconds() < until; ++looks) {
    sched_yield();
  }
}

/// Its caller holds a lock, under which `done` is.
static void wait_for_children(int* done) {
  int begun = 0;
  int ended = 0;
  const struct identity before = identity();
  for (int i = 0; i < children; ++i) {
#pragma omp task shared(begun, ended)
    {
      INCREMENT(begun);
      sched_yield();  // the parent waits meanwhile
      INCREMENT(ended);
    }
  }
  give_way_until(&begun, children);
#pragma omp taskwait
  const struct identity after = identity();
  CHECK_EQUAL(after.number, before.number);
  CHECK(after.error == before.error);
  CHECK_EQUAL(ended, children);
  ++*done;
}

static void hold_critical(int* begun) {
  INCREMENT(*begun);
#pragma omp critical(held)
  wait_for_children(&in_critical);
}

static void hold_mutex(int* begun) {
  INCREMENT(*begun);
  CHECK_EQUAL(pthread_mutex_lock(&mutex), 0);
  wait_for_children(&in_mutex);
  CHECK_EQUAL(pthread_mutex_unlock(&mutex), 0);
}

/// Who makes the siblings waits for them, or at a barrier, or leaves them to others for a moment.
static void contend(int siblings, int how, void (*hold)(int* begun)) {
  int begun = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < siblings; ++i) {
#pragma omp task shared(begun)
      hold(&begun);
    }
    if (how == 1) {
#pragma omp taskwait
    } else if (how == 2) {
      give_way_until(&begun, siblings);
    }
  }
}

int main(int count, char** arguments) {
  const int is_full = count > 1 && strcmp(arguments[1], "full") == 0;
  const char* const effort = getenv("NUTHATCH_TEST_EFFORT");  // in percent
  const int runs = is_full ? 100 * (effort == NULL ? 100 : atoi(effort)) : 60;
  int expected = 0;
  for (int run = 0; run < runs; ++run) {
    const int siblings = 2 + run % (max_siblings - 1);
    const int how = run / (max_siblings - 1) % 3;
    contend(siblings, how, hold_critical);
    contend(siblings, how, hold_mutex);
    expected += siblings;
  }
  CHECK_EQUAL(in_critical, expected);
  CHECK_EQUAL(in_mutex, expected);
  return 0;
}
