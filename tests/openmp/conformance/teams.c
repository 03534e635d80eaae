// SPDX-License-Identifier: Apache-2.0

// Leagues of teams on the host.

#include <omp.h>

#include "check.h"

/// Not called in the block of the construct itself, where the compiler does not let it.
static void initial_thread(void) {
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_get_level(), 0);
}

static void numbers(void) {
  int seen = 0;
  int teams = 0;
#pragma omp teams num_teams(3) shared(seen, teams)
  {
    CHECK(omp_get_num_teams() >= 1 && omp_get_num_teams() <= 3);
    CHECK(omp_get_team_num() >= 0 && omp_get_team_num() < omp_get_num_teams());
    initial_thread();
    __atomic_fetch_or(&seen, 1 << omp_get_team_num(), __ATOMIC_SEQ_CST);
    STORE(teams, omp_get_num_teams());
  }
  CHECK_EQUAL(seen, (1 << teams) - 1);
#ifndef __clang__  // it does not take two bounds
  #pragma omp teams num_teams(2 : 4)
  CHECK(omp_get_num_teams() >= 2 && omp_get_num_teams() <= 4);
#endif
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
}

static void at_most(int threads) {
  CHECK(omp_get_thread_limit() <= threads);
}

static void limited_regions(void) {
  int members = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : members)
  {
    at_most(2);
#pragma omp parallel num_threads(4) reduction(+ : members)
    {
      CHECK(omp_get_num_threads() <= 2);
      CHECK_EQUAL(omp_get_level(), 1);
      ++members;
    }
  }
  CHECK(members >= 2 && members <= 4);
}

static void distributed(void) {
  int visits[200] = {0};
  long sum = 0;
#pragma omp teams num_teams(3)
  {
#pragma omp distribute
    for (int i = 0; i < 200; ++i) {
      INCREMENT(visits[i]);
    }
  }
#pragma omp teams distribute parallel for reduction(+ : sum) num_teams(2)
  for (int i = 0; i < 200; ++i) {
    INCREMENT(visits[i]);
    sum += i;
  }
#pragma omp teams distribute parallel for collapse(2) dist_schedule(static, 3) num_teams(2) \
    schedule(dynamic, 2)
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k < 10; ++k) {
      INCREMENT(visits[i * 10 + k]);
    }
  }
#pragma omp teams loop
  for (int i = 0; i < 200; ++i) {
    INCREMENT(visits[i]);
  }
  for (int i = 0; i < 200; ++i) {
    CHECK_EQUAL(visits[i], 4);
  }
  CHECK_EQUAL(sum, 19900);
}

static void settings(void) {
  omp_set_num_teams(2);
  omp_set_teams_thread_limit(3);
#pragma omp teams
  {
    CHECK(omp_get_num_teams() <= 2);
    at_most(3);
  }
  omp_set_num_teams(0);
  omp_set_teams_thread_limit(0);
}

static void tasks(void) {
  int count = 0;
#pragma omp teams num_teams(2) shared(count)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
#pragma omp taskloop num_tasks(4)
      for (int i = 0; i < 10; ++i) {
        INCREMENT(count);
      }
#pragma omp single
#pragma omp task shared(count)
      INCREMENT(count);
    }
  }
  CHECK(count == 11 || count == 22);
}

int main(void) {
  numbers();
  limited_regions();
  distributed();
  settings();
  tasks();
  return 0;
}
