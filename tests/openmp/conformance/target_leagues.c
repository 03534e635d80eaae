// SPDX-License-Identifier: Apache-2.0

// What threads find in target regions and in teams: levels, numbers, places, limits and settings.
// with OMP_PLACES=threads OMP_PROC_BIND=close

#include <omp.h>

#include "check.h"

/// A target region is outside of all regions, wherever it is met.
static void levels(void) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
    const int level = omp_get_level();
    int found = -1;
    int members = 0;
    int number = -1;
#pragma omp target map(from : found, number) map(tofrom : members)
    {
      found = omp_get_level() + omp_get_active_level() + omp_in_parallel();
      number = omp_get_thread_num() + omp_get_num_threads();
#pragma omp parallel num_threads(2)
      {
#pragma omp atomic
        members += omp_get_level();
      }
    }
    CHECK_EQUAL(found, 0);
    CHECK_EQUAL(number, 1);
    CHECK(members == 1 || members == 2);
    CHECK_EQUAL(omp_get_level(), level);
  }
  omp_set_max_active_levels(1);
}

/// The thread stays where it is.
static void places(void) {
#pragma omp parallel
  {
    const int place = omp_get_place_num();
    int there = -2;
    int in_region = -2;
#pragma omp target map(from : there, in_region)
    {
      there = omp_get_place_num();
#pragma omp parallel num_threads(1)
      in_region = omp_get_place_num();
    }
    CHECK_EQUAL(there, place);
    CHECK_EQUAL(in_region, place);
    CHECK_EQUAL(omp_get_place_num(), place);
  }
}

/// What is set there does not hold here.
static void settings(void) {
  const int before = omp_get_max_threads();
  int inside = 0;
#pragma omp target map(from : inside)
  {
    omp_set_num_threads(7);
    omp_set_schedule(omp_sched_guided, 5);
    inside = omp_get_max_threads();
  }
  CHECK_EQUAL(inside, 7);
  CHECK_EQUAL(omp_get_max_threads(), before);
  omp_sched_t kind = omp_sched_static;
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  CHECK(kind != omp_sched_guided);
}

/// Not called in the block of the construct itself, where the compiler does not let it.
static void find_limit(int* limit) {
  *limit = omp_get_thread_limit();
}

static void limits(void) {
  int limit = 0;
  int members = 0;
#pragma omp target thread_limit(2) map(from : limit) map(tofrom : members)
  {
    limit = omp_get_thread_limit();
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
      ++members;
    }
  }
  CHECK_EQUAL(limit, 2);
  CHECK(members >= 1 && members <= 2);
#pragma omp target map(from : limit)
  limit = omp_get_thread_limit();
  CHECK_EQUAL(limit, omp_get_thread_limit());
#pragma omp target teams num_teams(1) thread_limit(3) map(from : limit)
  find_limit(&limit);
  CHECK_EQUAL(limit, 3);
}

/// Each team is there once; its threads and its tasks know which it is.
static void teams_of_target(void) {
  int regions[3] = {0};
  int members[3] = {0};
  int tasks[3] = {0};
  int teams = 0;
#pragma omp target teams num_teams(3) map(tofrom : regions, members, tasks, teams)
  {
    const int own = omp_get_team_num();
    teams = omp_get_num_teams();
    INCREMENT(regions[own]);
#pragma omp parallel num_threads(2)
    {
      INCREMENT(members[omp_get_team_num()]);
#pragma omp single
      for (int i = 0; i < 10; ++i) {
#pragma omp task
        INCREMENT(tasks[omp_get_team_num()]);
      }
    }
  }
  CHECK(teams >= 1 && teams <= 3);
  for (int i = 0; i < 3; ++i) {
    const int there = i < teams;
    CHECK_EQUAL(regions[i], there);
    CHECK(members[i] >= there && members[i] <= 2 * there);
    CHECK_EQUAL(tasks[i], 10 * there);
  }
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
}

static void teams_of_host(void) {
  int members[4] = {0};
  int tasks[4] = {0};
  int teams = 0;
#pragma omp teams num_teams(4) shared(members, tasks, teams)
  {
    STORE(teams, omp_get_num_teams());
#pragma omp parallel num_threads(3)
    {
      INCREMENT(members[omp_get_team_num()]);
#pragma omp for
      for (int i = 0; i < 5; ++i) {
#pragma omp task
        INCREMENT(tasks[omp_get_team_num()]);
      }
    }
  }
  CHECK(teams >= 1 && teams <= 4);
  for (int i = 0; i < 4; ++i) {
    CHECK(i < teams ? members[i] >= 1 && members[i] <= 3 : members[i] == 0);
    CHECK_EQUAL(tasks[i], i < teams ? 5 : 0);
  }
}

/// Tasks that a region makes have ended when it has.
static void tasks_of_target(void) {
  int count = 0;
#pragma omp target map(tofrom : count)
  {
    for (int i = 0; i < 20; ++i) {
#pragma omp task shared(count)
      INCREMENT(count);
    }
#pragma omp taskwait
    CHECK_EQUAL(LOAD(count), 20);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; ++i) {
#pragma omp task shared(count)
      INCREMENT(count);
    }
  }
  CHECK_EQUAL(count, 40);
}

int main(void) {
  levels();
  places();
  settings();
  limits();
  teams_of_target();
  teams_of_host();
  tasks_of_target();
  return 0;
}
