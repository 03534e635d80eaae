// SPDX-License-Identifier: Apache-2.0

// Who waits for whom: taskwait, taskgroup, barriers, and tasks that outlive their parents.

#include <omp.h>

#include "check.h"

/// Makes tasks that make tasks, without a wait.
static void grow(int depth, int width, int* count) {
  for (int i = 0; i < width; ++i) {
#pragma omp task
    {
      if (depth > 1) {
        grow(depth - 1, width, count);
      }
      INCREMENT(*count);
    }
  }
}

static void groups_wait_for_descendants(void) {
#pragma omp parallel
  {
    int count = 0;
#pragma omp taskgroup
    grow(5, 3, &count);
    CHECK_EQUAL(LOAD(count), 3 + 9 + 27 + 81 + 243);
#pragma omp single nowait
    for (int i = 0; i < 20; ++i) {
      int outer = 0;
#pragma omp taskgroup
      {
        int inner = 0;
        grow(2, 2, &outer);
#pragma omp taskgroup
        grow(3, 2, &inner);
        CHECK_EQUAL(LOAD(inner), 14);
#pragma omp task shared(outer)
        {
          int own = 0;
#pragma omp taskgroup
          grow(2, 3, &own);
          CHECK_EQUAL(LOAD(own), 12);
          INCREMENT(outer);
        }
      }
      CHECK_EQUAL(LOAD(outer), 7);
    }
#pragma omp taskgroup
    {
    }
  }
}

static void taskwait_waits_for_children(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 50; ++round) {
    int children = 0;
    int grandchildren = 0;
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(children, grandchildren)
        {
#pragma omp task shared(grandchildren)
          INCREMENT(grandchildren);
          INCREMENT(children);
        }
      }
#pragma omp taskwait
      CHECK_EQUAL(LOAD(children), 10);
#pragma omp taskwait
    }
    CHECK_EQUAL(LOAD(grandchildren), 10);
  }
}

static void barriers_wait_for_all(void) {
  int count = 0;
#pragma omp parallel
  {
    const int members = omp_get_num_threads();
    for (int round = 1; round <= 30; ++round) {
      grow(3, 2, &count);
#pragma omp barrier
      CHECK_EQUAL(LOAD(count), round * members * 14);
#pragma omp barrier
    }
#pragma omp single
    grow(3, 2, &count);
    CHECK_EQUAL(LOAD(count), 30 * members * 14 + 14);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 10; ++i) {
      grow(1, 4, &count);
    }
    CHECK_EQUAL(LOAD(count), 30 * members * 14 + 14 + 40);
  }
}

static void the_end_of_a_region_waits(void) {
  for (int round = 0; round < 100; ++round) {
    int count = 0;
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      ++members;
      grow(2, 3, &count);
    }
    CHECK_EQUAL(count, members * 12);
  }
}

/// Parents end before their children start; the last of a long line is the deepest descendant.
static void line_of_descendants(int length, int* ended) {
#pragma omp task
  {
    if (length > 1) {
      line_of_descendants(length - 1, ended);
    }
    INCREMENT(*ended);
  }
}

static void tasks_outlive_their_parents(void) {
  int ended = 0;
#pragma omp parallel
#pragma omp single nowait
  for (int i = 0; i < 4; ++i) {
    line_of_descendants(500, &ended);
  }
  CHECK_EQUAL(ended, 2000);
  ended = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  line_of_descendants(500, &ended);
  CHECK_EQUAL(ended, 500);
}

static void one_producer_of_many(void) {
  enum { many = 30000 };

  int count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < many; ++i) {
#pragma omp task shared(count)
    INCREMENT(count);
    if (i % 1000 == 0) {
#pragma omp taskyield
    }
  }
  CHECK_EQUAL(count, many);
}

static long deep(int depth) {
  if (depth == 0) {
    return 1;
  }
  long below;
#pragma omp task shared(below)
  below = deep(depth - 1) + 1;
#pragma omp taskwait
  return below;
}

static void waits_in_waits(void) {
  long depth = 0;
#pragma omp parallel
#pragma omp single
  depth = deep(1000);
  CHECK_EQUAL(depth, 1001);
}

static void regions_in_tasks(void) {
  int count = 0;
  omp_set_max_active_levels(3);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; ++i) {
#pragma omp task shared(count)
    {
      const int number = omp_get_thread_num();
      int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
      {
        CHECK_EQUAL(omp_get_level(), 2);
        CHECK_EQUAL(omp_get_ancestor_thread_num(1), number);
        CHECK_EQUAL(omp_get_num_threads(), 2);
        grow(2, 2, &count);
#pragma omp for
        for (int k = 0; k < 10; ++k) {
          ++inside;
        }
      }
      CHECK_EQUAL(inside, 10);
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_get_thread_num(), number);
#pragma omp task shared(count)
      INCREMENT(count);
    }
  }
  omp_set_max_active_levels(1);
  CHECK_EQUAL(count, 30 * (2 * 6 + 1));
}

static void tasks_outside_of_regions(void) {
  int count = 0;
  for (int i = 0; i < 100; ++i) {
#pragma omp task shared(count)
    {
      CHECK_EQUAL(omp_get_level(), 0);
      CHECK_EQUAL(omp_get_num_threads(), 1);
      ++count;
#pragma omp task shared(count) untied
      ++count;
    }
  }
#pragma omp taskwait
#pragma omp taskgroup
  grow(3, 2, &count);
  CHECK_EQUAL(count, 214);
#pragma omp taskyield
#pragma omp task shared(count)
  {
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      grow(2, 2, &count);
      members += 6;
    }
    CHECK_EQUAL(count, 214 + members);
  }
#pragma omp taskwait
}

int main(void) {
  groups_wait_for_descendants();
  taskwait_waits_for_children();
  barriers_wait_for_all();
  the_end_of_a_region_waits();
  tasks_outlive_their_parents();
  one_producer_of_many();
  waits_in_waits();
  regions_in_tasks();
  tasks_outside_of_regions();
  return 0;
}
