// SPDX-License-Identifier: Apache-2.0

// Dependences across the borders of taskgroups: who waits in a group may have to execute what was
// made outside of it.
// with OMP_CANCELLATION=true
// with OMP_CANCELLATION=false
// demanding more
//
// With that argument a thread outside of the team fulfils events, the event of a cancelled task is
// fulfilled, and errno is looked at. GCC 12's runtime finds such events invalid.

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

/// Every thread waits in a group for what comes after a task outside of it.
static void group_after_a_sibling(void) {
#pragma omp parallel
  {
    int x = 0;
    int y = 0;
#pragma omp task shared(x) depend(out : x)
    x = 1;
#pragma omp taskgroup
    {
#pragma omp task shared(x, y) depend(in : x)
      y = x;
    }
    CHECK_EQUAL(y, 1);
#pragma omp task shared(x) depend(out : x)
    x = 2;
#pragma omp taskgroup
    {
#pragma omp task shared(x, y) depend(in : x)
      y = x;
#pragma omp taskwait
      CHECK_EQUAL(y, 2);
    }
  }
}

/// In a team of one as well, where what is fulfilled next lets the others go on.
static void group_after_a_detached_task(int threads) {
  int x = 0;
  int y = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    {
    }
#pragma omp task depend(inout : x) shared(x)
    x = 1;
#pragma omp taskgroup
    {
#pragma omp task shared(x, y) depend(in : x)
      y = x;
      omp_fulfill_event(event);
    }
  }
  CHECK_EQUAL(y, 1);
}

/// A task that is not deferred has made children in its groups only.
static void groups_in_an_undeferred_task(void) {
#pragma omp parallel
  for (int round = 0; round < 50; ++round) {
    int x = 0;
    int y = 0;
    int z = 0;
#pragma omp task if (0) shared(x, y, z)
#pragma omp taskgroup
    {
#pragma omp task shared(x) depend(out : x)
      x = 1;
#pragma omp taskgroup
      {
#pragma omp task shared(z)
        z = 1;
#pragma omp task shared(x, y) depend(in : x) if (0)
        y = x;
      }
    }
    CHECK_EQUAL(y + z, 2);
  }
}

static long waits_in_groups(int depth) {
  if (depth < 1) {
    return 1;
  }
  long a = 0;
  long b = 0;
  long c = 0;
  long d = 0;
#pragma omp taskgroup
  {
#pragma omp task shared(a) depend(out : a)
    a = waits_in_groups(depth - 1);
#pragma omp task shared(b)
    b = waits_in_groups(depth - 1);
#pragma omp task shared(c)
    c = waits_in_groups(depth - 1);
#pragma omp taskgroup
    {
#pragma omp taskwait depend(in : a)
#pragma omp task shared(a, d)
      d = a;
    }
  }
  return a + b + c + d;
}

static void recursion(void) {
  long found = 0;
#pragma omp parallel
#pragma omp single
  found = waits_in_groups(6);
  CHECK_EQUAL(found, 4096);
}

enum { max_events = 4096 };

static omp_event_handle_t events[max_events];
static int made_events;
static int no_more_events;

/// Fulfils events as they come.
static void* fulfil(void* unused) {
  int next = 0;
  while (!LOAD(no_more_events) || next < LOAD(made_events)) {
    if (next < LOAD(made_events)) {
      WAIT_FOR(LOAD(events[next]) != 0);
      omp_fulfill_event(events[next++]);
    } else {
      sched_yield();
    }
  }
  return unused;
}

/// What a thread that is in no team lets begin, may end with the group that it is in, at once.
static void groups_of_tasks_that_events_start(void) {
  enum { tasks = 1500 };

  pthread_t other;
  CHECK(pthread_create(&other, NULL, fulfil, NULL) == 0);
  int x = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < tasks; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : x) firstprivate(i) shared(x) priority(i % 2)
    {
      CHECK_EQUAL(x, i);
      ++x;
      if (i % 2 == 0) {
        omp_fulfill_event(event);
      } else {
        STORE(events[INCREMENT(made_events)], event);
      }
    }
    if (i % 8 == 3) {
#pragma omp taskgroup
      {
#pragma omp task depend(in : x) firstprivate(i) shared(x)
        CHECK_EQUAL(x, i + 1);
      }
    } else if (i % 8 == 6) {
#pragma omp task depend(in : x) if (0) shared(x)
      CHECK_EQUAL(x, i + 1);
    }
  }
  CHECK_EQUAL(x, tasks);
  STORE(no_more_events, 1);
  CHECK(pthread_join(other, NULL) == 0);
}

/// What is cancelled before it begins need not be fulfilled.
static void cancelled_detached_tasks(void) {
  int count = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
    for (int i = 0; i < 20; ++i) {
      omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(i) depend(inout : count) shared(count)
      {
        INCREMENT(count);
        omp_fulfill_event(event);
        if (i == 3) {
#pragma omp cancel taskgroup
        }
      }
    }
  }
  CHECK_EQUAL(count, omp_get_cancellation() ? 4 : 20);
}

/// That who made it fulfils its event later does no harm.
static void fulfilled_after_all(void) {
#pragma omp parallel
#pragma omp single
  if (omp_get_num_threads() > 1) {
    omp_event_handle_t event = 0;
    int begins = 0;
#pragma omp taskgroup
    {
#pragma omp task depend(out : begins) shared(begins)
      {
        WAIT_FOR(LOAD(begins));
#pragma omp cancel taskgroup
      }
#pragma omp task detach(event) depend(inout : begins)
      {
      }
      if (!omp_get_cancellation()) {
        omp_fulfill_event(event);
      }
      STORE(begins, 1);
    }
    if (omp_get_cancellation()) {
      omp_fulfill_event(event);
    }
  }
}

/// That a region makes threads, and its first task a queue, does not change what a caller sees.
static void kept_errno(void) {
  errno = 1234;
#pragma omp parallel
  {
    errno = 1234;
    int x = 0;
#pragma omp task shared(x)
    x = 1;
    CHECK_EQUAL(errno, 1234);
#pragma omp taskwait
    CHECK_EQUAL(errno, 1234);
#pragma omp parallel num_threads(2)
    {
    }
    CHECK_EQUAL(errno, 1234);
    CHECK_EQUAL(x, 1);
  }
  CHECK_EQUAL(errno, 1234);
}

int main(int count, char** arguments) {
  omp_set_max_active_levels(2);
  if (count > 1 && strcmp(arguments[1], "more") == 0) {
    kept_errno();
    groups_of_tasks_that_events_start();
    fulfilled_after_all();
    return 0;
  }
  group_after_a_sibling();
  group_after_a_detached_task(1);
  group_after_a_detached_task(omp_get_max_threads());
  groups_in_an_undeferred_task();
  recursion();
  cancelled_detached_tasks();
  return 0;
}
