// SPDX-License-Identifier: Apache-2.0

// Tasks of several teams at once: of regions inside of tasks, of regions of several threads that
// are none of OpenMP's, of small and of large teams.

#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { many = 32, foreign = 5 };

/// Which team a thread is in: the thread number at each level.
struct path {
  int level;
  int numbers[5];
};

static struct path here(void) {
  struct path found = {omp_get_level(), {0}};
  for (int i = 0; i < found.level && i < 5; ++i) {
    found.numbers[i] = omp_get_ancestor_thread_num(i);
  }
  return found;
}

/// All but the innermost number is that of the team, so who executes a task of it has them, too.
static void check_same_team(struct path made) {
  const struct path now = here();
  CHECK_EQUAL(now.level, made.level);
  for (int i = 0; i < now.level && i < 5; ++i) {
    CHECK_EQUAL(now.numbers[i], made.numbers[i]);
  }
}

static long fibonacci(int n) {
  if (n < 2) {
    return n;
  }
  long first;
  long second;
  const struct path made = here();
#pragma omp task shared(first)
  {
    check_same_team(made);
    first = fibonacci(n - 1);
  }
#pragma omp task shared(second)
  {
    check_same_team(made);
    second = fibonacci(n - 2);
  }
#pragma omp taskwait
  check_same_team(made);
  return first + second;
}

static long in_region(int threads, int n) {
  long found = 0;
#pragma omp parallel num_threads(threads) shared(found)
#pragma omp single
  found = fibonacci(n);
  return found;
}

static const long values[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

/// Each task opens a region whose tasks open others.
static void regions_inside_of_tasks(int threads, int depth, int* regions) {
#pragma omp parallel num_threads(threads) shared(regions)
  {
#pragma omp single nowait
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(regions) untied
      {
        CHECK_EQUAL(in_region(2, 6), values[6]);
        if (depth > 1) {
          regions_inside_of_tasks(2, depth - 1, regions);
        }
        INCREMENT(*regions);
      }
    }
#pragma omp task shared(regions)
    CHECK_EQUAL(fibonacci(5), values[5]);
  }
}

/// A taskgroup waits for the regions of its tasks, while its own team's tasks are executed.
static void groups_around_regions(void) {
  enum { outer = 12 };

  int ended = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < outer; ++i) {
#pragma omp task shared(ended)
      {
        int inside = 0;
#pragma omp parallel num_threads(1 + i % 4) shared(inside)
#pragma omp for schedule(dynamic)
        for (int k = 0; k < 8; ++k) {
#pragma omp task shared(inside)
          INCREMENT(inside);
        }
        CHECK_EQUAL(inside, 8);
        INCREMENT(ended);
      }
    }
    CHECK_EQUAL(LOAD(ended), outer);
  }
}

static void teams_of_changing_size(void) {
  for (int round = 0; round < 30; ++round) {
    const int threads = 1 + round * 5 % 7;
    CHECK_EQUAL(in_region(threads, 7), values[7]);
  }
}

static void a_large_team(void) {
  CHECK_EQUAL(in_region(many, 12), values[12]);
  int count = 0;
#pragma omp parallel num_threads(many) shared(count)
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task shared(count)
      INCREMENT(count);
    }
#pragma omp barrier
    CHECK_EQUAL(LOAD(count), 3 * many);
  }
}

static void* open_regions(void* unused) {
  (void)unused;
  omp_set_max_active_levels(3);
  for (int round = 0; round < 5; ++round) {
    int regions = 0;
    regions_inside_of_tasks(3, 1, &regions);
    CHECK_EQUAL(regions, 4);
    CHECK_EQUAL(in_region(omp_get_max_threads(), 9), values[9]);
  }
  return NULL;
}

static void threads_at_once(void) {
  pthread_t threads[foreign];
  for (int i = 0; i < foreign; ++i) {
    CHECK_EQUAL(pthread_create(&threads[i], NULL, open_regions, NULL), 0);
  }
  open_regions(NULL);
  for (int i = 0; i < foreign; ++i) {
    CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
  }
}

int main(void) {
  omp_set_max_active_levels(4);
  for (int round = 0; round < 3; ++round) {
    int regions = 0;
    regions_inside_of_tasks(omp_get_max_threads(), 2, &regions);
    CHECK_EQUAL(regions, 4 + 4 * 4);
    groups_around_regions();
  }
  omp_set_max_active_levels(1);
  CHECK_EQUAL(in_region(omp_get_max_threads(), 12), values[12]);
  teams_of_changing_size();
  a_large_team();
  threads_at_once();
  return 0;
}
