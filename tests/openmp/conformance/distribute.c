// SPDX-License-Identifier: Apache-2.0

// Loops whose iterations the teams of a league share, and the members of each team.

#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

enum { most = 1000 };

// The code that GCC makes for itself counts chunks that are too long.
#ifdef __clang__
enum { long_chunk = INT_MAX };
#else
enum { long_chunk = 2 * most };
#endif

static int visits[most];

static void visited_once(int count) {
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(visits[i], i < count);
  }
  memset(visits, 0, sizeof visits);
}

#define EACH(count, ...)                \
  do {                                  \
    PRAGMA(omp teams __VA_ARGS__)       \
    for (int i = 0; i < (count); ++i) { \
      INCREMENT(visits[i]);             \
    }                                   \
    visited_once(count);                \
  } while (0)

static void all_schedules(int count) {
  EACH(count, distribute num_teams(4));
  EACH(count, distribute dist_schedule(static, 7) num_teams(3));
  EACH(count, distribute dist_schedule(static, long_chunk) num_teams(7));
  EACH(count, distribute parallel for);
  EACH(count, distribute parallel for num_teams(3) schedule(static));
  EACH(count, distribute parallel for num_teams(3) schedule(static, 5) dist_schedule(static, 64));
  EACH(count, distribute parallel for num_teams(3) schedule(static, long_chunk));
  EACH(count, distribute parallel for num_teams(2) schedule(dynamic, 3) dist_schedule(static, 50));
  EACH(count, distribute parallel for num_teams(2) schedule(guided) thread_limit(2));
  EACH(count, distribute parallel for num_teams(2) schedule(runtime) num_threads(2));
  EACH(count, distribute parallel for simd num_teams(5) schedule(simd : static, 4));
  EACH(count, distribute parallel for num_teams(2) if(parallel : count > 10));
  EACH(count, distribute simd num_teams(2));
  EACH(count, loop num_teams(2));
}

/// All widths, up and down, and steps of their own.
static void bounds(void) {
#pragma omp teams distribute num_teams(3) dist_schedule(static, 4)
  for (long i = 99; i >= 0; --i) {
    INCREMENT(visits[i]);
  }
  visited_once(100);
#pragma omp teams distribute parallel for num_teams(3)
  for (unsigned i = 0; i < 300U; i += 3) {
    INCREMENT(visits[i / 3]);
  }
  visited_once(100);
#pragma omp teams distribute parallel for num_teams(2) schedule(dynamic, 2)
  for (unsigned long i = ULONG_MAX - 100; i < ULONG_MAX; ++i) {
    INCREMENT(visits[i - (ULONG_MAX - 100)]);
  }
  visited_once(100);
#pragma omp teams distribute parallel for num_teams(2) schedule(static, 3)
  for (long i = LONG_MIN; i < LONG_MIN + 70; i += 7) {
    INCREMENT(visits[(i - LONG_MIN) / 7]);
  }
  visited_once(10);
#pragma omp teams distribute parallel for collapse(3) num_teams(2)
  for (int i = 0; i < 5; ++i) {
    for (int k = 10; k > 0; k -= 2) {
      for (unsigned m = 0; m < 4; ++m) {
        INCREMENT(visits[(i * 5 + k / 2 - 1) * 4 + (int)m]);
      }
    }
  }
  visited_once(100);
}

#define LAST(...)                                                                          \
  do {                                                                                     \
    int last = -1;                                                                         \
    int array[2] = {0};                                                                    \
    const int before = 5;                                                                  \
    int copied = before;                                                                   \
    PRAGMA(omp teams distribute __VA_ARGS__ lastprivate(last, array) firstprivate(copied)) \
    for (int i = 0; i < 77; ++i) {                                                         \
      last = i * copied;                                                                   \
      array[1] = i;                                                                        \
    }                                                                                      \
    CHECK_EQUAL(last, 76 * 5);                                                             \
    CHECK_EQUAL(array[1], 76);                                                             \
  } while (0)

static void last_values(void) {
  LAST(num_teams(3));
  LAST(num_teams(3) dist_schedule(static, 4));
  LAST(parallel for num_teams(3));
  LAST(parallel for num_teams(3) schedule(static, 2) dist_schedule(static, 10));
  LAST(parallel for num_teams(2) schedule(dynamic));
  LAST(parallel for num_teams(2) schedule(guided) dist_schedule(static, 20));
}

static void reductions(void) {
  long sum = 3;
  double product = 1;
  unsigned largest = 0;
  int array[3] = {0};
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : sum, array) \
    reduction(* : product) reduction(max : largest)
  for (int i = 0; i < 90; ++i) {
    sum += i;
    product *= i % 30 == 29 ? 2 : 1;
    largest = largest > (unsigned)i ? largest : (unsigned)i;
    array[i % 3] += 1;
  }
  CHECK_EQUAL(sum, 3 + 89 * 45);
  CHECK(product == 8);
  CHECK_EQUAL(largest, 89);
  CHECK_EQUAL(array[2], 30);
#pragma omp teams num_teams(4) reduction(+ : sum)
  sum += 100;
  CHECK(sum >= 3 + 89 * 45 + 100 && sum <= 3 + 89 * 45 + 400);
}

/// Each iteration comes with the team that has it; iterations of a team are next to each other.
static void parts(void) {
  int of[40];
  int teams = 0;
#pragma omp teams num_teams(4) shared(of, teams)
  {
    STORE(teams, omp_get_num_teams());
#pragma omp distribute
    for (int i = 0; i < 40; ++i) {
      of[i] = omp_get_team_num();
    }
  }
  for (int i = 0; i < 40; ++i) {
    CHECK_EQUAL(of[i], i / (40 / teams));
  }
}

/// In a target region, which may itself be in a parallel region.
static void in_target(void) {
#pragma omp target teams distribute parallel for map(tofrom : visits) num_teams(2) thread_limit(2)
  for (int i = 0; i < 300; ++i) {
    INCREMENT(visits[i]);
  }
  visited_once(300);
#pragma omp parallel num_threads(2)
  {
    const int first = omp_get_thread_num() * 100;
#pragma omp target teams distribute map(tofrom : visits)
    for (int i = 0; i < 100; ++i) {
      INCREMENT(visits[first + i]);
    }
    CHECK_EQUAL(omp_get_level(), 1);
  }
  visited_once(omp_get_max_threads() > 1 || visits[100] != 0 ? 200 : 100);
}

int main(void) {
  all_schedules(0);
  all_schedules(1);
  all_schedules(5);
  all_schedules(most);
  bounds();
  last_values();
  reductions();
  parts();
  in_target();
  return 0;
}
