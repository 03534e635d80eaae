// SPDX-License-Identifier: Apache-2.0

// Cancellation of regions, loops, sections and groups of tasks, when it is enabled and when not.
// with OMP_CANCELLATION=true
// with OMP_CANCELLATION=false

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int enabled;

static void regions(void) {
  for (int round = 0; round < 30; ++round) {
    int before = 0;
    int after = 0;
    int members = 0;
#pragma omp parallel shared(before, after)
    {
#pragma omp single
      members = omp_get_num_threads();
      INCREMENT(before);
#pragma omp barrier
      if (omp_get_thread_num() == round % members) {
#pragma omp cancel parallel
        CHECK(!enabled);
      }
#pragma omp barrier
      INCREMENT(after);
    }
    CHECK_EQUAL(before, members);
    CHECK_EQUAL(after, enabled ? 0 : members);
  }
}

/// Members see it at cancellation points, without a barrier.
static void points(void) {
  int ended = 0;
  int members = 0;
  int cancelled = 0;
#pragma omp parallel reduction(+ : members)
  {
    members += 1;
    if (omp_get_thread_num() == 0) {
      STORE(cancelled, 1);
#pragma omp cancel parallel
    } else if (enabled) {
      WAIT_FOR(LOAD(cancelled));
      const double until = monotonic_seconds() + 20;
      while (monotonic_seconds() < until) {
#pragma omp cancellation point parallel
        sched_yield();
      }
      INCREMENT(ended);
    }
#pragma omp cancellation point parallel
    INCREMENT(ended);
  }
  CHECK_EQUAL(ended, enabled ? 0 : members);
}

static void conditions(void) {
  int after = 0;
  int members = 0;
#pragma omp parallel reduction(+ : members) shared(after)
  {
    members += 1;
#pragma omp cancel parallel if (omp_get_level() == 7)
    INCREMENT(after);
#pragma omp barrier
  }
  CHECK_EQUAL(after, members);
}

#define CANCEL_LOOP(schedule_clause)              \
  do {                                            \
    int executed = 0;                             \
    int after = 0;                                \
    int members = 0;                              \
    PRAGMA(omp parallel reduction(+ : members)) { \
      members += 1;                               \
      PRAGMA(omp for schedule_clause)             \
      for (int i = 0; i < 1000; ++i) {            \
        PRAGMA(omp cancellation point for)        \
        INCREMENT(executed);                      \
        PRAGMA(omp cancel for if (i % 50 == 10))  \
      }                                           \
      INCREMENT(after);                           \
    }                                             \
    CHECK_EQUAL(after, members);                  \
    if (enabled) {                                \
      CHECK(executed >= 1);                       \
      CHECK(executed < 1000);                     \
    } else {                                      \
      CHECK_EQUAL(executed, 1000);                \
    }                                             \
  } while (0)

static void loops(void) {
  CANCEL_LOOP(schedule(static));
  CANCEL_LOOP(schedule(static, 3));
  CANCEL_LOOP(schedule(dynamic));
  CANCEL_LOOP(schedule(dynamic, 20));
  CANCEL_LOOP(schedule(guided));
  CANCEL_LOOP(schedule(runtime));
  // One loop is cancelled, the next ones are not.
  int executed = 0;
#pragma omp parallel
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 100; ++i) {
#pragma omp cancel for
    INCREMENT(executed);
  }
  CHECK_EQUAL(executed, enabled ? 0 : 100);
#pragma omp parallel
  for (int round = 0; round < 10; ++round) {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; ++i) {
      if (round % 2 == 0) {
#pragma omp cancel for
      }
      INCREMENT(executed);
    }
  }
  CHECK_EQUAL(executed, enabled ? 500 : 1100);
}

/// Regions that are cancelled from within a loop or a section, and what waits at their ends.
static void regions_with_worksharing(void) {
  int executed = 0;
  int later = 0;
  int after = 0;
  int members = 0;
#pragma omp parallel shared(executed, later, after, members)
  {
#pragma omp single
    members = omp_get_num_threads();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; ++i) {
      INCREMENT(executed);
    }
#pragma omp sections
    {
#pragma omp section
      INCREMENT(executed);
#pragma omp section
      INCREMENT(executed);
    }
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
    }
#pragma omp for schedule(guided)
    for (int i = 0; i < 100; ++i) {
      INCREMENT(later);
    }
#pragma omp single
    INCREMENT(after);
#pragma omp barrier
    INCREMENT(after);
  }
  CHECK_EQUAL(executed, 102);
  CHECK(enabled || later == 100);
  CHECK_EQUAL(after, enabled ? 0 : members + 1);
}

static void sections(void) {
  for (int round = 0; round < 20; ++round) {
    int executed = 0;
    int after = 0;
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      members += 1;
#pragma omp sections
      {
#pragma omp section
        {
#pragma omp cancel sections
          INCREMENT(executed);
        }
#pragma omp section
        {
#pragma omp cancel sections
          INCREMENT(executed);
        }
#pragma omp section
        {
#pragma omp cancellation point sections
#pragma omp cancel sections
          INCREMENT(executed);
        }
      }
      INCREMENT(after);
    }
    CHECK_EQUAL(executed, enabled ? 0 : 3);
    CHECK_EQUAL(after, members);
  }
}

static void taskgroups(void) {
  for (int round = 0; round < 20; ++round) {
    int executed = 0;
    int others = 0;
    int began = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(others)
      INCREMENT(others);
#pragma omp taskgroup
      {
#pragma omp task shared(executed)
        {
#pragma omp cancel taskgroup
          INCREMENT(executed);
        }
#pragma omp taskwait
        // What is made after the group was cancelled is discarded; none of it starts.
        for (int i = 0; i < 50; ++i) {
#pragma omp task shared(executed, began)
          {
            INCREMENT(began);
#pragma omp cancellation point taskgroup
            INCREMENT(executed);
          }
        }
      }
#pragma omp taskgroup
      {
#pragma omp task shared(others)
        INCREMENT(others);
      }
    }
    CHECK_EQUAL(executed, enabled ? 0 : 51);
    CHECK_EQUAL(began, enabled ? 0 : 50);
    CHECK_EQUAL(others, 2);
  }
}

/// Tasks that depend on those that are discarded, or make others, end too.
static void discarded_tasks(void) {
  int executed = 0;
  int outside = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; ++round) {
#pragma omp taskgroup
    {
      for (int i = 0; i < 30; ++i) {
#pragma omp task depend(inout : executed) shared(executed)
        {
          if (i == 5) {
#pragma omp cancel taskgroup
          }
          INCREMENT(executed);
#pragma omp task shared(executed)
          {
#pragma omp cancellation point taskgroup
          }
        }
      }
    }
#pragma omp task depend(in : executed) shared(outside)
    INCREMENT(outside);
  }
  CHECK_EQUAL(executed, 20 * (enabled ? 5 : 30));
  CHECK_EQUAL(outside, 20);
}

/// A construct in whose reductions tasks take part has no group that the program can cancel: its
/// tasks cancel the one around it.
#define CANCELLED_IN(construct, ...)                                                \
  do {                                                                              \
    int sum = 0;                                                                    \
    int before = 0;                                                                 \
    int after = 0;                                                                  \
    int members = 0;                                                                \
    PRAGMA(omp parallel shared(sum, before, after) reduction(+ : members)) {        \
      ++members;                                                                    \
      PRAGMA(omp taskgroup) {                                                       \
        PRAGMA(omp construct reduction(task, + : sum))                              \
        __VA_ARGS__ {                                                               \
          PRAGMA(omp task in_reduction(+ : sum)) {                                  \
            sum += 1;                                                               \
            PRAGMA(omp cancel taskgroup)                                            \
            CHECK(!enabled);                                                        \
          }                                                                         \
          PRAGMA(omp taskwait)                                                      \
          PRAGMA(omp task shared(before)) {                                         \
            PRAGMA(omp cancellation point taskgroup)                                \
            INCREMENT(before);                                                      \
          }                                                                         \
        }                                                                           \
        PRAGMA(omp task shared(after))                                              \
        INCREMENT(after);                                                           \
      }                                                                             \
      PRAGMA(omp task shared(after))                                                \
      INCREMENT(after);                                                             \
    }                                                                               \
    CHECK(sum != 0);                                                                \
    CHECK_EQUAL(before == 0, enabled);                                              \
    CHECK(enabled ? after >= members&& after < 2 * members : after == 2 * members); \
  } while (0)

static void taskgroups_around_reductions(void) {
  for (int round = 0; round < 10; ++round) {
    CANCELLED_IN(for schedule(static, 1), for (int i = 0; i < 64; ++i));
    CANCELLED_IN(for schedule(dynamic), for (int i = 0; i < 8; ++i));
  }
}

static void loops_of_tasks(void) {
  int executed = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(50) shared(executed)
  for (int i = 0; i < 50; ++i) {
#pragma omp cancel taskgroup
    INCREMENT(executed);
  }
  CHECK_EQUAL(executed, enabled ? 0 : 50);
}

/// A region that is cancelled while a loop of it is leaves nothing to the next one.
static void loops_of_cancelled_regions(void) {
  for (int round = 0; round < 20; ++round) {
    int waits = 0;
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 1) {
        while (enabled && LOAD(waits) == 0) {
        }
#pragma omp cancel parallel
      }
#pragma omp for schedule(static)
      for (int i = 0; i < 2; ++i) {
        INCREMENT(waits);
#pragma omp cancel for
      }
    }
    int executed = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static)
      for (int i = 0; i < 100; ++i) {
#pragma omp cancel for if (LOAD(executed) < 0)
        INCREMENT(executed);
      }
    }
    CHECK_EQUAL(executed, 100);
  }
}

int main(void) {
  const char* const text = getenv("OMP_CANCELLATION");
  enabled = text != NULL && strcmp(text, "true") == 0;
  CHECK_EQUAL(omp_get_cancellation(), enabled);
  regions();
  points();
  conditions();
  loops();
  regions_with_worksharing();
  sections();
  taskgroups();
  discarded_tasks();
  taskgroups_around_reductions();
  loops_of_tasks();
  loops_of_cancelled_regions();
  return 0;
}
