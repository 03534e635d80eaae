// SPDX-License-Identifier: Apache-2.0

// Reductions with the task modifier: each member's tasks know the variable by the member's own.

#include <omp.h>

#include "check.h"

enum { rounds = 50, tasks_each = 10 };

/// Tasks without a variable of the creator's frame to go by.
static int global;

static void add_to_global(void) {
#pragma omp task in_reduction(+ : global)
  ++global;
}

static void all_members_make_tasks(void) {
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    int members = 0;
#pragma omp parallel reduction(task, + : sum) reduction(+ : members)
    {
      ++members;
      ++sum;
      for (int i = 0; i < tasks_each; ++i) {
#pragma omp task in_reduction(+ : sum)
        {
          ++sum;
#pragma omp task in_reduction(+ : sum)
          ++sum;
#pragma omp taskwait
        }
      }
    }
    CHECK_EQUAL(sum, members * (1 + 2 * tasks_each));
  }
}

/// Two variables, and an initial value of each that counts.
static void several_variables(void) {
  long product = 3;
  int sum = 100;
  int members = 0;
#pragma omp parallel reduction(task, * : product) reduction(task, + : sum) reduction(+ : members)
  {
    ++members;
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < tasks_each; ++i) {
#pragma omp task in_reduction(* : product)
        product *= 2;
      }
    }
#pragma omp task in_reduction(+ : sum)
    ++sum;
  }
  CHECK_EQUAL(product, 3L << tasks_each);
  CHECK_EQUAL(sum, 100 + members);
}

/// The member that makes the tasks has added its variable up before the other one ends.
static void first_is_done_early(void) {
  int sum = 0;
  int came = 0;
#pragma omp parallel num_threads(2) reduction(task, + : sum)
  {
    if (INCREMENT(came) == 0) {
      for (int i = 0; i < tasks_each; ++i) {
#pragma omp task in_reduction(+ : sum)
        ++sum;
      }
    } else {
      sleep_milliseconds(50);
    }
  }
  CHECK_EQUAL(sum, tasks_each);
}

/// The last to come makes the tasks, and the others wait at the region's end.
static void last_makes_tasks(void) {
  int sum = 0;
  int came = 0;
#pragma omp parallel reduction(task, + : sum)
  {
    if (INCREMENT(came) == omp_get_num_threads() - 1) {
      sleep_milliseconds(20);
      for (int i = 0; i < tasks_each; ++i) {
#pragma omp task in_reduction(+ : sum)
        {
          compute_milliseconds(1);
          ++sum;
        }
      }
    }
  }
  CHECK_EQUAL(sum, tasks_each);
}

static void worksharing(void) {
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    int dealt = 0;
    int of_sections = 0;
    global = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum) schedule(static, 1)
      for (int i = 0; i < 12; ++i) {
#pragma omp task in_reduction(+ : sum)
        ++sum;
      }
#pragma omp for reduction(task, + : dealt) schedule(dynamic)
      for (int i = 0; i < 12; ++i) {
#pragma omp task in_reduction(+ : dealt)
        dealt += i;
      }
#pragma omp sections reduction(task, + : of_sections)
      {
#pragma omp section
        {
#pragma omp task in_reduction(+ : of_sections)
          ++of_sections;
        }
#pragma omp section
        {
#pragma omp task in_reduction(+ : of_sections)
          ++of_sections;
        }
      }
#pragma omp for reduction(task, + : global)
      for (int i = 0; i < 12; ++i) {
        add_to_global();
      }
    }
    CHECK_EQUAL(sum, 12);
    CHECK_EQUAL(dealt, 66);
    CHECK_EQUAL(of_sections, 2);
    CHECK_EQUAL(global, 12);
  }
}

int main(void) {
  all_members_make_tasks();
  several_variables();
  first_is_done_early();
  last_makes_tasks();
  worksharing();
  return 0;
}
