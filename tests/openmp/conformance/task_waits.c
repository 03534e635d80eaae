// SPDX-License-Identifier: Apache-2.0

// What a task keeps while it waits: its thread, and with it the locks that it holds.

#include <errno.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int own;
#pragma omp threadprivate(own)

struct identity {
  int number;
  int* error;
  int* own;
};

/// Looked up anew each time: compilers keep these values where they can see the call.
__attribute__((noinline)) static struct identity identity(void) {
  __asm__ volatile("" ::: "memory");
  const struct identity found = {omp_get_thread_num(), &errno, &own};
  return found;
}

static void check_same(struct identity before) {
  const struct identity now = identity();
  CHECK_EQUAL(now.number, before.number);
  CHECK(now.error == before.error);
  CHECK(now.own == before.own);
}

static int with_taskwait(int n) {
  if (n < 2) {
    return n;
  }
  int first;
  int second;
  const struct identity before = identity();
#pragma omp task shared(first)
  first = with_taskwait(n - 1);
  check_same(before);
#pragma omp task shared(second) untied
  {
    const struct identity inside = identity();
    second = with_taskwait(n - 2);
    check_same(inside);
  }
#pragma omp taskwait
  check_same(before);
  return first + second;
}

static int with_taskgroup(int n) {
  if (n < 2) {
    return n;
  }
  int first;
  int second;
  const struct identity before = identity();
#pragma omp taskgroup
  {
#pragma omp task shared(first)
    first = with_taskgroup(n - 1);
#pragma omp task shared(second) if (n % 3 != 0)
    second = with_taskgroup(n - 2);
#pragma omp taskyield
    check_same(before);
  }
  check_same(before);
  return first + second;
}

static int with_dependences(int n) {
  if (n < 2) {
    return n;
  }
  int first;
  int second;
  const struct identity before = identity();
#pragma omp task shared(first) depend(out : first)
  first = with_dependences(n - 1);
#pragma omp task shared(second) depend(out : second)
  second = with_dependences(n - 2);
#pragma omp taskwait depend(in : first)
  check_same(before);
  const int kept = first;
#pragma omp task if (0) depend(in : second) shared(second)
  second += kept;
  check_same(before);
  return second;
}

static void with_critical(int depth, int* count) {
  for (int i = 0; i < 3; ++i) {
#pragma omp task
    {
      const struct identity before = identity();
#pragma omp critical(counting)
      ++*count;
      check_same(before);
#pragma omp taskyield
      check_same(before);
      if (depth > 1) {
        with_critical(depth - 1, count);
      }
      check_same(before);
#pragma omp taskwait
      check_same(before);
    }
  }
}

static void tasks_keep_their_thread(void) {
  int count = 0;
#pragma omp parallel
  {
    const struct identity before = identity();
#pragma omp single nowait
    {
      CHECK_EQUAL(with_taskwait(15), 610);
      CHECK_EQUAL(with_taskgroup(14), 377);
      CHECK_EQUAL(with_dependences(13), 233);
      with_critical(5, &count);
    }
    check_same(before);
#pragma omp barrier
    check_same(before);
#pragma omp task
    with_taskwait(8);
#pragma omp barrier
    check_same(before);
  }
  CHECK_EQUAL(count, 3 + 9 + 27 + 81 + 243);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static omp_lock_t lock;
static omp_nest_lock_t nest_lock;

/// The first use of what is held counts with child tasks, the second without them.
static void holding_critical(int round, int* count) {
  const struct identity before = identity();
#pragma omp critical(held)
  {
    if (round % 2 == 0) {
#pragma omp task shared(count)
      ++*count;
#pragma omp taskwait
    } else {
#pragma omp taskyield
      ++*count;
    }
    check_same(before);
  }
}

static void holding_mutex(int round, int* count) {
  CHECK_EQUAL(pthread_mutex_lock(&mutex), 0);
  if (round % 2 == 0) {
#pragma omp task shared(count)
    ++*count;
#pragma omp taskwait
  } else {
#pragma omp taskgroup
    {
#pragma omp task shared(count)
      ++*count;
    }
  }
  CHECK_EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static void holding_lock(int round, int* count) {
  omp_set_lock(&lock);
  if (round % 2 == 0) {
#pragma omp task shared(count) depend(out : *count)
    ++*count;
#pragma omp taskwait depend(in : *count)
  } else {
#pragma omp task shared(count)
    {
#pragma omp task shared(count)
      ++*count;
#pragma omp taskwait
    }
#pragma omp taskwait
  }
  omp_unset_lock(&lock);
}

static void holding_nest_lock(int* count) {
  omp_set_nest_lock(&nest_lock);
#pragma omp task shared(count)
  ++*count;
#pragma omp taskwait
  CHECK_EQUAL(omp_test_nest_lock(&nest_lock), 2);
  omp_unset_nest_lock(&nest_lock);
  omp_unset_nest_lock(&nest_lock);
}

static void locks_stay_held_while_tasks_wait(void) {
  enum { rounds = 1000, siblings = 2 };

  int counts[4] = {0};
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round) {
    for (int sibling = 0; sibling < siblings; ++sibling) {
#pragma omp task shared(counts)
      holding_critical(round + sibling, &counts[0]);
#pragma omp task shared(counts)
      holding_mutex(round + sibling, &counts[1]);
#pragma omp task shared(counts)
      holding_lock(round + sibling, &counts[2]);
#pragma omp task shared(counts)
      holding_nest_lock(&counts[3]);
    }
    if (round % 10 == 0) {
#pragma omp taskwait
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest_lock);
  for (int i = 0; i < 4; ++i) {
    CHECK_EQUAL(counts[i], rounds * siblings);
  }
}

/// Members of the inner team may not start what waits for the critical section outside.
static void regions_open_inside_of_critical_sections(void) {
  enum { tasks = 50 };

  int count = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < tasks; ++i) {
#pragma omp task shared(count)
    {
      const struct identity before = identity();
#pragma omp critical(outside)
      {
        int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
        {
#pragma omp task shared(count)
          CHECK_EQUAL(omp_get_level(), 2);
          ++inside;
        }
        CHECK(inside == 1 || inside == 2);
        ++count;
      }
      check_same(before);
    }
  }
  omp_set_max_active_levels(1);
  CHECK_EQUAL(count, tasks);
}

int main(void) {
  tasks_keep_their_thread();
  locks_stay_held_while_tasks_wait();
  regions_open_inside_of_critical_sections();
  return 0;
}
