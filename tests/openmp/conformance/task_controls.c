// SPDX-License-Identifier: Apache-2.0

// What tasks set for themselves: others do not see it, tasks that they make have it, and it goes
// with the last that has it.
// with OMP_CANCELLATION=true

#include <malloc.h>
#include <omp.h>

#include "check.h"

enum { many = 100000 };

/// What each task sets, its children have, whatever it sets later.
static void children_have_what_was_set(void) {
  int ended = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_set_num_threads(50);
    for (int i = 0; i < 200; ++i) {
#pragma omp task firstprivate(i) shared(ended)
      {
        CHECK_EQUAL(omp_get_max_threads(), 50 + i);
        for (int k = 1; k <= 3; ++k) {
          omp_set_num_threads(1000 * k + i);
#pragma omp task firstprivate(i, k) shared(ended)
          {
            CHECK_EQUAL(omp_get_max_threads(), 1000 * k + i);
            omp_set_num_threads(7);
#pragma omp task shared(ended)
            {
              CHECK_EQUAL(omp_get_max_threads(), 7);
              INCREMENT(ended);
            }
            CHECK_EQUAL(omp_get_max_threads(), 7);
          }
#pragma omp task if (0)
          {
            CHECK_EQUAL(omp_get_max_threads(), 1000 * k + i);
            omp_set_num_threads(8);
          }
          CHECK_EQUAL(omp_get_max_threads(), 1000 * k + i);
        }
#pragma omp taskwait
        CHECK_EQUAL(omp_get_max_threads(), 3000 + i);
      }
      CHECK_EQUAL(omp_get_max_threads(), 50 + i);
      omp_set_num_threads(50 + i + 1);
    }
  }
  CHECK_EQUAL(ended, 600);
}

static void set_in_nested_tasks(int depth, int* ended) {
  omp_set_num_threads(100 + depth);
  if (depth == 0) {
    INCREMENT(*ended);
    return;
  }
  for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(depth, ended)
    {
      CHECK_EQUAL(omp_get_max_threads(), 100 + depth);
      set_in_nested_tasks(depth - 1, ended);
    }
  }
  CHECK_EQUAL(omp_get_max_threads(), 100 + depth);
}

/// Nobody waits: tasks end before their children.
static void a_tree_of_tasks(void) {
  int ended = 0;
#pragma omp parallel
#pragma omp single
  set_in_nested_tasks(10, &ended);
  CHECK_EQUAL(ended, 1024);
}

/// The same is held by tasks that are cancelled.
static void cancelled(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 100; ++i) {
      omp_set_num_threads(10 + i);
#pragma omp task firstprivate(i)
      {
        CHECK_EQUAL(omp_get_max_threads(), 10 + i);
#pragma omp cancel taskgroup
      }
    }
    CHECK_EQUAL(omp_get_max_threads(), 109);
  }
}

static long bytes_in_use(void) {
  return (long)mallinfo2().uordblks;
}

/// In one region, which is not over when memory is looked at.
static void memory_is_bounded(void) {
  enum { max_bytes = 2000000 };

#pragma omp parallel
#pragma omp single
  {
    const long before = bytes_in_use();
    for (int i = 0; i < many; ++i) {
      omp_set_num_threads(1 + i % 5);  // the implicit task
#pragma omp task firstprivate(i)
      {
        CHECK_EQUAL(omp_get_max_threads(), 1 + i % 5);
        omp_set_dynamic(1);
        omp_set_num_threads(6);
      }
#pragma omp task if (0)
      omp_set_num_threads(7);
    }
#pragma omp taskwait
    CHECK(bytes_in_use() - before < max_bytes);
#pragma omp task if (0)
    for (int i = 0; i < many; ++i) {
      omp_set_num_threads(1 + i % 5);
    }
    CHECK(bytes_in_use() - before < max_bytes);
  }
}

int main(void) {
  children_have_what_was_set();
  a_tree_of_tasks();
  cancelled();
  memory_is_bounded();
  return 0;
}
