// SPDX-License-Identifier: Apache-2.0

// What the program asks and sets, and whom a setting is for.

#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void at_first(void) {
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_get_max_threads(), atoi(getenv("OMP_NUM_THREADS")));
  CHECK(omp_get_num_procs() >= 1);
  CHECK_EQUAL(omp_in_parallel(), 0);
  CHECK_EQUAL(omp_in_final(), 0);
  CHECK_EQUAL(omp_get_dynamic(), 0);
  CHECK_EQUAL(omp_get_cancellation(), 0);
  CHECK_EQUAL(omp_get_thread_limit(), INT_MAX);
  CHECK_EQUAL(omp_get_max_active_levels(), 1);
  CHECK(omp_get_supported_active_levels() >= 8);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_team_size(1), -1);
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  CHECK_EQUAL(omp_get_max_teams(), 0);
  CHECK_EQUAL(omp_get_teams_thread_limit(), 0);
  CHECK_EQUAL(omp_get_max_task_priority(), 0);
  CHECK_EQUAL(omp_get_num_devices(), 0);
  CHECK_EQUAL(omp_get_default_device(), 0);
  CHECK_EQUAL(omp_get_initial_device(), omp_get_num_devices());
  CHECK_EQUAL(omp_get_device_num(), omp_get_initial_device());
  CHECK(omp_is_initial_device());
}

static void times(void) {
  const double first = omp_get_wtime();
  sleep_milliseconds(2);
  const double second = omp_get_wtime();
  CHECK(second - first >= 0.0019);
  CHECK(second - first < 20);
  CHECK(omp_get_wtick() > 0);
  CHECK(omp_get_wtick() < 0.1);
}

static void places(void) {
  const int count = omp_get_num_places();
  CHECK(count >= 0);
  for (int i = 0; i < count; ++i) {
    const int processors = omp_get_place_num_procs(i);
    CHECK(processors >= 1);
    int* const numbers = calloc((size_t)processors, sizeof *numbers);
    omp_get_place_proc_ids(i, numbers);
    CHECK(numbers[0] >= 0);
    free(numbers);
  }
  CHECK_EQUAL(omp_get_place_num_procs(count), 0);
  CHECK_EQUAL(omp_get_place_num_procs(-1), 0);
  CHECK(omp_get_place_num() >= -1);
  const int own = omp_get_partition_num_places();
  CHECK(own <= count);
  int* const numbers = calloc((size_t)own + 1, sizeof *numbers);
  omp_get_partition_place_nums(numbers);
  for (int i = 0; i < own; ++i) {
    CHECK(numbers[i] >= 0 && numbers[i] < count);
  }
  free(numbers);
}

/// A member sets the number of threads for the regions that it opens.
static void numbers_of_threads(void) {
  const int before = omp_get_max_threads();
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(3)
  {
    const int wanted = omp_get_thread_num() + 1;
    CHECK_EQUAL(omp_get_max_threads(), before);
    omp_set_num_threads(wanted);
#pragma omp barrier
    CHECK_EQUAL(omp_get_max_threads(), wanted);
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      ++members;
      CHECK_EQUAL(omp_get_max_threads(), wanted);
      omp_set_num_threads(7);
    }
    CHECK_EQUAL(members, wanted);
    CHECK_EQUAL(omp_get_max_threads(), wanted);
  }
  CHECK_EQUAL(omp_get_max_threads(), before);
  omp_set_num_threads(4);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, 4);
#pragma omp parallel num_threads(2)
  CHECK_EQUAL(omp_get_max_threads(), 4);
  omp_set_num_threads(before);
}

static void others(void) {
  const int levels = omp_get_max_active_levels();
#pragma omp parallel num_threads(3)
  {
    const int number = omp_get_thread_num();
    omp_set_dynamic(number % 2);
    omp_set_max_active_levels(number + 2);
    omp_set_default_device(number);
#pragma omp barrier
    CHECK_EQUAL(omp_get_dynamic(), number % 2);
    CHECK_EQUAL(omp_get_max_active_levels(), number + 2);
    CHECK_EQUAL(omp_get_default_device(), number);
#pragma omp task if (0)
    {
      CHECK_EQUAL(omp_get_dynamic(), number % 2);
      CHECK_EQUAL(omp_get_default_device(), number);
      omp_set_dynamic(1 - number % 2);
      omp_set_default_device(5);
    }
    CHECK_EQUAL(omp_get_dynamic(), number % 2);
    CHECK_EQUAL(omp_get_default_device(), number);
  }
  CHECK_EQUAL(omp_get_dynamic(), 0);
  CHECK_EQUAL(omp_get_max_active_levels(), levels);
  CHECK_EQUAL(omp_get_default_device(), 0);
}

/// Negative numbers change nothing; very large ones are cut.
static void limits(void) {
  omp_set_max_active_levels(3);
  omp_set_max_active_levels(-1);
  CHECK_EQUAL(omp_get_max_active_levels(), 3);
  omp_set_max_active_levels(INT_MAX);
  CHECK_EQUAL(omp_get_max_active_levels(), omp_get_supported_active_levels());
  omp_set_max_active_levels(1);
  omp_set_num_teams(3);
  CHECK_EQUAL(omp_get_max_teams(), 3);
  omp_set_num_teams(0);
  omp_set_teams_thread_limit(2);
  CHECK_EQUAL(omp_get_teams_thread_limit(), 2);
  omp_set_teams_thread_limit(0);
  omp_set_dynamic(1);
  CHECK_EQUAL(omp_get_dynamic(), 1);
  int members = 0;
#pragma omp parallel num_threads(4) reduction(+ : members)
  ++members;
  CHECK(members >= 1 && members <= 4);
  omp_set_dynamic(0);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// The old name of a maximum of levels.
static void nesting(void) {
  omp_set_max_active_levels(1);
  CHECK_EQUAL(omp_get_nested(), 0);
  omp_set_nested(1);
  CHECK_EQUAL(omp_get_nested(), 1);
  CHECK(omp_get_max_active_levels() > 1);
  omp_set_nested(0);
  CHECK_EQUAL(omp_get_nested(), 0);
  CHECK_EQUAL(omp_get_max_active_levels(), 1);
}

#pragma GCC diagnostic pop

static void resources(void) {
#pragma omp parallel
  {
  }
  CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_soft), 0);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    CHECK(omp_pause_resource_all(omp_pause_hard) != 0);
  }
  CHECK_EQUAL(members, omp_get_max_threads());
}

int main(void) {
  at_first();
  times();
  places();
  numbers_of_threads();
  others();
  limits();
  nesting();
  resources();
  return 0;
}
