// SPDX-License-Identifier: Apache-2.0

// Tasks that are complete when an event is fulfilled.
// demanding barrier
//
// With that argument barriers wait for events that a thread outside of the team fulfils. GCC 12's
// runtime does not notice it there.

#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { most = 64 };

static omp_event_handle_t events[most];
static int made;
static int fulfilled;

static void fulfilled_inside(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : value) shared(value)
    {
      omp_fulfill_event(event);
      ++value;
    }
#pragma omp task depend(in : value) shared(value)
    CHECK_EQUAL(value, i + 1);
  }
  CHECK_EQUAL(value, 50);
}

/// Fulfilled by a sibling, before or after the body is done.
static void fulfilled_by_a_task(void) {
  int value = 0;
  int body = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; ++i) {
    omp_event_handle_t event;
    body = 0;
    fulfilled = 0;
#pragma omp task detach(event) depend(out : value) shared(value, body)
    {
      value = i;
      STORE(body, 1);
    }
#pragma omp task shared(body) firstprivate(event)
    {
      if (i % 2 == 0) {
        compute_milliseconds(i % 3);
      }
      STORE(fulfilled, 1);
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : value) shared(value, body)
    {
      CHECK_EQUAL(LOAD(fulfilled), 1);
      CHECK_EQUAL(LOAD(body), 1);
      CHECK_EQUAL(value, i);
    }
#pragma omp taskwait
  }
}

/// A thread that is none of OpenMP's: it fulfils what has been made, the last first.
static void* fulfil(void* count) {
  WAIT_FOR(LOAD(made) == *(const int*)count);
  sleep_milliseconds(3);
  for (int i = *(const int*)count - 1; i >= 0; --i) {
    if (i == 0) {
      sleep_milliseconds(3);
    }
    INCREMENT(fulfilled);
    omp_fulfill_event(events[i]);
  }
  return NULL;
}

enum waiting { by_taskwait, by_taskgroup, by_dependence, by_barrier, by_end_of_region };

static void make_detached(int count, int* bodies) {
  for (int i = 0; i < count; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : events[i])
    INCREMENT(*bodies);
    events[i] = event;
    INCREMENT(made);
  }
}

static void check_complete(int count, int* bodies) {
  CHECK_EQUAL(LOAD(fulfilled), count);
  CHECK_EQUAL(LOAD(*bodies), count);
}

static void fulfilled_by_another_thread(int count, enum waiting how) {
  pthread_t thread;
  int bodies = 0;
  made = 0;
  fulfilled = 0;
  CHECK_EQUAL(pthread_create(&thread, NULL, fulfil, &count), 0);
#pragma omp parallel
  {
#pragma omp single nowait
    switch (how) {
      case by_taskwait:
        make_detached(count, &bodies);
#pragma omp taskwait
        check_complete(count, &bodies);
        break;
      case by_taskgroup:
#pragma omp taskgroup
        make_detached(count, &bodies);
        check_complete(count, &bodies);
        break;
      case by_dependence: {
        make_detached(count, &bodies);
#pragma omp task depend(iterator(int i = 0 : count), in : events[i]) shared(bodies)
        check_complete(count, &bodies);
        break;
      }
      case by_barrier:
      case by_end_of_region:
        make_detached(count, &bodies);
        break;
    }
    if (how == by_barrier) {
#pragma omp barrier
      check_complete(count, &bodies);
    }
  }
  check_complete(count, &bodies);
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
}

/// The event of a task that is executed at once: its maker goes on before it is fulfilled.
static void not_deferred(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) if (0) shared(value)
    {
      value = 1;
      omp_fulfill_event(event);
    }
    CHECK_EQUAL(value, 1);
  }
}

/// What the task waits for ends by what its maker does next, however many threads there are.
static void fulfilled_later(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    INCREMENT(value);
#pragma omp task depend(in : value) shared(value)
    CHECK_EQUAL(LOAD(value), 11);
    __atomic_fetch_add(&value, 10, __ATOMIC_SEQ_CST);
    omp_fulfill_event(event);
  }
}

/// The same with so many that they would not all be deferred if they could begin.
static void many_wait(void) {
  enum { tasks = 3000 };

  int value = 0;
  int done = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    INCREMENT(value);
    for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(in : value) shared(done)
      INCREMENT(done);
    }
    omp_fulfill_event(event);
  }
  CHECK_EQUAL(done, tasks);
}

int main(int arguments, char** words) {
  (void)words;
  fulfilled_inside();
  fulfilled_by_a_task();
  for (int how = by_taskwait; how <= (arguments > 1 ? by_end_of_region : by_dependence); ++how) {
    fulfilled_by_another_thread(1, (enum waiting)how);
    fulfilled_by_another_thread(most, (enum waiting)how);
  }
  not_deferred();
  fulfilled_later();
  many_wait();
  return 0;
}
