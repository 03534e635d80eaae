// SPDX-License-Identifier: Apache-2.0

// Sections, single, master, masked and scope.

#include <omp.h>

#include "check.h"

static void sections_once(void) {
  for (int round = 0; round < 20; ++round) {
    int done[10] = {0};
    int last = -1;
    int after = 0;
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      ++members;
#pragma omp sections lastprivate(last)
      {
        last = INCREMENT(done[0]);
#pragma omp section
        last = 10 + INCREMENT(done[1]);
#pragma omp section
        {
          // The others wait for it.
          if (round < 3) {
            sleep_milliseconds(3);
          }
          last = 20 + INCREMENT(done[2]);
        }
      }
      CHECK_EQUAL(done[0] + done[1] + done[2], 3);
      CHECK_EQUAL(last, 20);
      // More than most teams have members.
#pragma omp sections nowait
      {
#pragma omp section
        INCREMENT(done[3]);
#pragma omp section
        INCREMENT(done[4]);
#pragma omp section
        INCREMENT(done[5]);
#pragma omp section
        INCREMENT(done[6]);
#pragma omp section
        INCREMENT(done[7]);
#pragma omp section
        INCREMENT(done[8]);
      }
#pragma omp sections
      {
#pragma omp section
        INCREMENT(done[9]);
      }
      INCREMENT(after);
    }
    CHECK_EQUAL(after, members);
    for (int i = 0; i < 10; ++i) {
      CHECK_EQUAL(done[i], 1);
    }
  }
}

static void sections_combined(void) {
  static int counts[3];
#pragma omp parallel sections
  {
#pragma omp section
    INCREMENT(counts[0]);
#pragma omp section
    INCREMENT(counts[1]);
#pragma omp section
    INCREMENT(counts[2]);
  }
  CHECK(counts[0] == 1 && counts[1] == 1 && counts[2] == 1);
  int sum = 0;
  int first = 4;
  int own = 7;
#pragma omp parallel sections reduction(+ : sum) firstprivate(first) private(own)
  {
#pragma omp section
    {
      own = 1;
      sum += first + own;
    }
#pragma omp section
    {
      own = 2;
      sum += first + own;
    }
  }
  CHECK_EQUAL(sum, 11);
  CHECK_EQUAL(own, 7);
  int last = 0;
#pragma omp parallel
#pragma omp sections lastprivate(conditional : last)
  {
#pragma omp section
    last = 5;
#pragma omp section
    last = 6;
#pragma omp section
    if (sum == 0) {
      last = 7;
    }
  }
  CHECK_EQUAL(last, 6);
}

static void sections_in_a_row(void) {
  enum { rounds = 300 };

  static int counts[rounds];
#pragma omp parallel
  for (int round = 0; round < rounds; ++round) {
#pragma omp sections nowait
    {
#pragma omp section
      INCREMENT(counts[round]);
#pragma omp section
      INCREMENT(counts[round]);
#pragma omp section
      INCREMENT(counts[round]);
    }
  }
  for (int round = 0; round < rounds; ++round) {
    CHECK_EQUAL(counts[round], 3);
  }
}

static void singles(void) {
  enum { rounds = 2000 };

  int count = 0;
  int later[rounds] = {0};
#pragma omp parallel
  {
    for (int round = 0; round < 200; ++round) {
#pragma omp single
      ++count;
      CHECK_EQUAL(count, round + 1);
#pragma omp barrier
    }
    for (int round = 0; round < rounds; ++round) {
#pragma omp single nowait
      INCREMENT(later[round]);
    }
  }
  CHECK_EQUAL(count, 200);
  for (int round = 0; round < rounds; ++round) {
    CHECK_EQUAL(later[round], 1);
  }
}

static int kept;
#pragma omp threadprivate(kept)

static void copies(void) {
#pragma omp parallel
  for (int round = 0; round < 100; ++round) {
    int value;
    double array[50];
    int* pointer = NULL;
    int shared_by_executor = -1;
#pragma omp single copyprivate(value, array, pointer, kept)
    {
      value = round;
      kept = round * 2;
      array[49] = round * 0.5;
      shared_by_executor = omp_get_thread_num();
      pointer = &shared_by_executor;
    }
    CHECK_EQUAL(value, round);
    CHECK_EQUAL(kept, round * 2);
    CHECK(array[49] == round * 0.5);
    CHECK(*pointer >= 0);
    CHECK(*pointer < omp_get_num_threads());
#pragma omp barrier
  }
}

static void masters(void) {
  int count = 0;
  int filtered = 0;
  int none = 0;
#pragma omp parallel
  {
#pragma omp master
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      ++count;
    }
#pragma omp masked
    ++count;
    const int last = omp_get_num_threads() - 1;
#pragma omp masked filter(last)
    {
      CHECK_EQUAL(omp_get_thread_num(), last);
      ++filtered;
    }
#pragma omp masked filter(100)
    ++none;
  }
#pragma omp parallel master
  ++count;
#pragma omp parallel masked filter(0)
  ++count;
  CHECK_EQUAL(count, 4);
  CHECK_EQUAL(filtered, 1);
  CHECK_EQUAL(none, 0);
}

static void scopes(void) {
  int sum = 0;
  long product = 1;
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    for (int round = 0; round < 10; ++round) {
      int own = 3;
#pragma omp scope private(own) reduction(+ : sum)
      {
        own = round;
        sum += own;
      }
      CHECK_EQUAL(own, 3);
    }
#pragma omp scope reduction(* : product) nowait
    product *= 2;
  }
  CHECK_EQUAL(sum, 45 * members);
  CHECK_EQUAL(product, 1L << members);
}

/// Without a region around them there is a team of one.
static void outside(void) {
  int count = 0;
  int value = 0;
#pragma omp sections
  {
#pragma omp section
    ++count;
#pragma omp section
    ++count;
  }
#pragma omp single
  ++count;
#pragma omp single copyprivate(value)
  value = 9;
#pragma omp master
  ++count;
#pragma omp scope private(value)
  ++count;
  CHECK_EQUAL(count, 5);
  CHECK_EQUAL(value, 9);
}

int main(void) {
  sections_once();
  sections_combined();
  sections_in_a_row();
  singles();
  copies();
  masters();
  scopes();
  outside();
  return 0;
}
