// SPDX-License-Identifier: Apache-2.0

// Regions within regions.

#include <omp.h>

#include "check.h"

static void ancestors(int level, const int* numbers, const int* sizes) {
  CHECK_EQUAL(omp_get_level(), level);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  for (int i = 1; i <= level; ++i) {
    CHECK_EQUAL(omp_get_ancestor_thread_num(i), numbers[i]);
    CHECK_EQUAL(omp_get_team_size(i), sizes[i]);
  }
  CHECK_EQUAL(omp_get_ancestor_thread_num(level), omp_get_thread_num());
  CHECK_EQUAL(omp_get_team_size(level), omp_get_num_threads());
  CHECK_EQUAL(omp_get_ancestor_thread_num(level + 1), -1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(-1), -1);
  CHECK_EQUAL(omp_get_team_size(level + 1), -1);
  CHECK_EQUAL(omp_get_team_size(-1), -1);
}

static void three_levels(int active) {
  int innermost = 0;
  const int sizes[] = {1, 2, active >= 2 ? 3 : 1, active >= 3 ? 2 : 1};
  omp_set_max_active_levels(active);
  CHECK_EQUAL(omp_get_max_active_levels(), active);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
    CHECK_EQUAL(omp_get_active_level(), 1);
#pragma omp parallel num_threads(3)
    {
      const int middle = omp_get_thread_num();
      CHECK_EQUAL(omp_get_num_threads(), sizes[2]);
      CHECK_EQUAL(omp_get_active_level(), active >= 2 ? 2 : 1);
#pragma omp parallel num_threads(2)
      {
        const int numbers[] = {0, outer, middle, omp_get_thread_num()};
        CHECK_EQUAL(omp_get_num_threads(), sizes[3]);
        CHECK_EQUAL(omp_get_active_level(), active);
        CHECK(omp_in_parallel());
        ancestors(3, numbers, sizes);
        INCREMENT(innermost);
#pragma omp barrier
      }
      const int numbers[] = {0, outer, middle};
      ancestors(2, numbers, sizes);
#pragma omp barrier
    }
    const int numbers[] = {0, outer};
    ancestors(1, numbers, sizes);
  }
  CHECK_EQUAL(innermost, sizes[1] * sizes[2] * sizes[3]);
}

/// Levels of one thread count as levels, but not as active ones.
static void serial_levels(int depth, int numbers[], int sizes[]) {
  const int level = omp_get_level() + 1;
#pragma omp parallel if (0)
  {
    numbers[level] = 0;
    sizes[level] = 1;
    ancestors(level, numbers, sizes);
    CHECK_EQUAL(omp_get_active_level(), 0);
    CHECK(!omp_in_parallel());
    if (depth > 1) {
      serial_levels(depth - 1, numbers, sizes);
    }
  }
}

/// An inner team has constructs of its own, while outer ones wait for each other.
static void constructs(void) {
  int loops = 0;
  int singles = 0;
  int tasks = 0;
  int ordered = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 30; ++round) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 10; ++i) {
        INCREMENT(loops);
      }
#pragma omp single
      {
        INCREMENT(singles);
        for (int i = 0; i < 5; ++i) {
#pragma omp task
          INCREMENT(tasks);
        }
      }
#pragma omp for ordered schedule(static, 1)
      for (int i = 0; i < 6; ++i) {
#pragma omp ordered
        INCREMENT(ordered);
      }
    }
#pragma omp barrier
#pragma omp single nowait
    INCREMENT(singles);
  }
  CHECK_EQUAL(loops, 2 * 30 * 10);
  CHECK_EQUAL(singles, 2 * 30 + 30);
  CHECK_EQUAL(tasks, 2 * 30 * 5);
  CHECK_EQUAL(ordered, 2 * 30 * 6);
}

static long split(int depth) {
  if (depth == 0) {
    return 1;
  }
  long sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += split(depth - 1);
  return sum;
}

static void inside_of_loops(void) {
  int count = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; ++i) {
    int own = 0;
#pragma omp parallel for num_threads(2) reduction(+ : own) schedule(guided)
    for (int k = 0; k < 30; ++k) {
      ++own;
    }
    __atomic_fetch_add(&count, own, __ATOMIC_SEQ_CST);
  }
  CHECK_EQUAL(count, 600);
}

int main(void) {
  int numbers[12] = {0};
  int sizes[12] = {1};
  const int before = omp_get_max_active_levels();
  for (int round = 0; round < 3; ++round) {
    for (int active = 1; active <= 3; ++active) {
      three_levels(active);
    }
  }
  serial_levels(10, numbers, sizes);
  constructs();
  omp_set_max_active_levels(4);
  CHECK_EQUAL(split(4), 16);
  omp_set_max_active_levels(1);
  CHECK_EQUAL(split(4), 2);
  omp_set_max_active_levels(0);
  CHECK_EQUAL(split(4), 1);
  inside_of_loops();
  omp_set_max_active_levels(before);
  return 0;
}
