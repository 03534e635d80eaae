// SPDX-License-Identifier: Apache-2.0

// Tasks of a higher priority start before others that wait.
// with OMP_MAX_TASK_PRIORITY=10
// with OMP_MAX_TASK_PRIORITY=10 NUTHATCH_SCHEDULER=shepherd_mts
// with OMP_MAX_TASK_PRIORITY=10 NUTHATCH_SCHEDULER=shepherd_cq
// demanding order

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

enum { tasks = 40, most = 10 };

static int started[tasks];  // by their order: the priority
static int starts;

static int priority_of(int number) {
  return number * 7 % (most + 3);
}

static int clamped(int priority) {
  const int highest = omp_get_max_task_priority();
  return priority < highest ? priority : highest;
}

static void note_start(int priority) {
  STORE(started[INCREMENT(starts)], clamped(priority));
}

static void make_tasks(void) {
  for (int i = 0; i < tasks; ++i) {
    const int priority = priority_of(i);
#pragma omp task priority(priority) firstprivate(priority)
    note_start(priority);
  }
}

/// By one thread, which had made all of them before.
static void check_order(void) {
  CHECK_EQUAL(starts, tasks);
  for (int i = 1; i < tasks && omp_get_max_threads() > 1; ++i) {
    CHECK(started[i - 1] >= started[i]);
  }
  starts = 0;
}

static void one_thread_waits_for_its_children(void) {
  int released = 0;
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    make_tasks();
#pragma omp taskwait
    STORE(released, 1);
  } else {
    WAIT_FOR(LOAD(released));
  }
  check_order();
}

static void one_thread_waits_at_a_barrier(void) {
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    make_tasks();
  } else {
    WAIT_FOR(LOAD(starts) == tasks);
  }
  check_order();
}

/// What does not descend from the group waits, whatever its priority.
static void who_waits_executes_descendants(void) {
  int released = 0;
  int inside = 0;
  int outside = 0;
#pragma omp parallel shared(released, inside, outside)
  if (omp_get_thread_num() == 0) {
    for (int i = 0; i < 10; ++i) {
#pragma omp task priority(most) shared(outside)
      INCREMENT(outside);
    }
#pragma omp taskgroup
    for (int i = 0; i < 10; ++i) {
#pragma omp task priority(i) shared(inside)
      INCREMENT(inside);
    }
    CHECK_EQUAL(inside, 10);
    CHECK_EQUAL(outside, omp_get_num_threads() == 1 ? 10 : 0);
    STORE(released, 1);
  } else {
    WAIT_FOR(LOAD(released));
  }
  CHECK_EQUAL(outside, 10);
}

static void loops_have_a_priority(void) {
  int released = 0;
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
#pragma omp taskloop nogroup priority(1) num_tasks(tasks / 4)
    for (int i = 0; i < tasks / 4; ++i) {
      note_start(1);
    }
#pragma omp taskloop nogroup priority(3) num_tasks(tasks / 4)
    for (int i = 0; i < tasks / 4; ++i) {
      note_start(3);
    }
#pragma omp taskloop nogroup priority(2) num_tasks(tasks / 2)
    for (int i = 0; i < tasks / 2; ++i) {
      note_start(2);
    }
#pragma omp taskwait
    STORE(released, 1);
  } else {
    WAIT_FOR(LOAD(released));
  }
  check_order();
}

/// When one starts, each other thread has taken at most one that is higher and has not said so yet.
static void all_threads_take_the_highest(void) {
  enum { many = 100 };

  for (int round = 0; round < 20; ++round) {
    int waiting[most + 1] = {0};
    int made = 0;
    int ended = 0;
#pragma omp parallel shared(waiting, made, ended)
    {
      if (omp_get_thread_num() == 0) {
        for (int i = 0; i < many; ++i) {
          const int priority = clamped(priority_of(i));
          INCREMENT(waiting[priority]);
#pragma omp task priority(priority) firstprivate(priority) shared(waiting, made, ended)
          {
            int higher = 0;
            for (int other = priority + 1; other <= most; ++other) {
              higher += LOAD(waiting[other]);
            }
            CHECK(omp_get_num_threads() == 1 || higher < omp_get_num_threads());
            __atomic_fetch_sub(&waiting[priority], 1, __ATOMIC_SEQ_CST);
            INCREMENT(ended);
          }
        }
        STORE(made, 1);
      } else {
        WAIT_FOR(LOAD(made));
      }
    }
    CHECK_EQUAL(ended, many);
  }
}

/// More than are kept waiting.
static void there_may_be_very_many(void) {
  enum { very_many = 20000 };

  int ended = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < very_many; ++i) {
#pragma omp task priority(i % 50) shared(ended)
    INCREMENT(ended);
  }
  CHECK_EQUAL(ended, very_many);
}

static void what_waited_for_others_has_its_priority(void) {
  int released = 0;
  int first = 0;
#pragma omp parallel shared(first, released)
  if (omp_get_thread_num() == 0) {
#pragma omp task depend(out : first) priority(most) shared(first)
    first = 1;
    for (int i = 0; i < tasks; ++i) {
      const int priority = priority_of(i);
#pragma omp task depend(in : first) priority(priority) firstprivate(priority)
      note_start(priority);
    }
#pragma omp taskwait
    STORE(released, 1);
  } else {
    WAIT_FOR(LOAD(released));
  }
  CHECK_EQUAL(first, 1);
  check_order();
}

int main(int count, char** arguments) {
  if (count > 1 && omp_get_max_task_priority() == 0) {
    setenv("OMP_MAX_TASK_PRIORITY", "10", 1);
    execv(arguments[0], arguments);
  }
  if (count > 1) {
    what_waited_for_others_has_its_priority();
    loops_have_a_priority();
    who_waits_executes_descendants();
    return 0;
  }
  one_thread_waits_for_its_children();
  one_thread_waits_at_a_barrier();
  all_threads_take_the_highest();
  there_may_be_very_many();
  return 0;
}
