// SPDX-License-Identifier: Apache-2.0

// Loops under each schedule: every iteration once, in chunks as the schedule says.

#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

enum { most = 1000 };

static int visits[most];
static int owners[most];

static void visit(int i) {
  INCREMENT(visits[i]);
  owners[i] = omp_get_thread_num();
}

static void visited_once(int count) {
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(visits[i], i < count);
  }
  memset(visits, 0, sizeof visits);
}

/// A chunk has one owner.
static void whole_chunks(int count, int chunk) {
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(owners[i], owners[i / chunk * chunk]);
  }
}

static void static_schedule(int count) {
  int members = 1;
#pragma omp parallel
  {
#pragma omp single
    members = omp_get_num_threads();
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i) {
      visit(i);
    }
  }
  visited_once(count);
  // Threads in order, and shares that differ by one at most.
  int shares[64] = {0};
  for (int i = 0; i < count; ++i) {
    CHECK(i == 0 || owners[i] >= owners[i - 1]);
    ++shares[owners[i]];
  }
  for (int i = 0; i < members; ++i) {
    CHECK(shares[i] == count / members || shares[i] == count / members + 1);
  }
}

static void static_chunks(int count, int chunk) {
  int members = 1;
#pragma omp parallel
  {
#pragma omp single
    members = omp_get_num_threads();
#pragma omp for schedule(static, chunk)
    for (int i = 0; i < count; ++i) {
      visit(i);
    }
  }
  visited_once(count);
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(owners[i], i / chunk % members);
  }
}

#define VISIT(count, clause)              \
  do {                                    \
    PRAGMA(omp parallel) {                \
      PRAGMA(omp for clause)              \
      for (int i = 0; i < (count); ++i) { \
        visit(i);                         \
      }                                   \
    }                                     \
    visited_once(count);                  \
  } while (0)

static void all_schedules(int count, int chunk) {
  VISIT(count, schedule(auto));
  VISIT(count, schedule(dynamic));
  VISIT(count, schedule(dynamic, chunk));
  whole_chunks(count, chunk);
  VISIT(count, schedule(monotonic : dynamic, chunk));
  whole_chunks(count, chunk);
  VISIT(count, schedule(nonmonotonic : dynamic, chunk));
  whole_chunks(count, chunk);
  VISIT(count, schedule(guided));
  VISIT(count, schedule(guided, chunk));
  VISIT(count, schedule(monotonic : guided, chunk));
  VISIT(count, schedule(nonmonotonic : guided));
  VISIT(count, schedule(monotonic : static, chunk));
  whole_chunks(count, chunk);
  VISIT(count, schedule(runtime));
  VISIT(count, schedule(monotonic : runtime));
  VISIT(count, schedule(nonmonotonic : runtime));
  VISIT(count, schedule(simd : dynamic, chunk));
  VISIT(count, order(concurrent));
  static_schedule(count);
  static_chunks(count, chunk);
}

/// A thread takes the iterations of a monotonic loop in their order.
#define ORDER(clause)                  \
  do {                                 \
    PRAGMA(omp parallel) {             \
      int last = -1;                   \
      PRAGMA(omp for clause)           \
      for (int i = 0; i < most; ++i) { \
        CHECK(i > last);               \
        last = i;                      \
      }                                \
    }                                  \
  } while (0)

static void monotonic(void) {
  ORDER(schedule(static));
  ORDER(schedule(static, 3));
  ORDER(schedule(monotonic : dynamic));
  ORDER(schedule(monotonic : dynamic, 7));
  ORDER(schedule(monotonic : guided));
  ORDER(schedule(monotonic : guided, 5));
  ORDER(schedule(monotonic : runtime));
}

/// Bounds and chunk known to the compiler, region and loop in one.
static void combined(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 100; ++i) {
    visit(i);
  }
  visited_once(100);
#pragma omp parallel for schedule(dynamic, 7) num_threads(3)
  for (int i = 0; i < 100; ++i) {
    visit(i);
  }
  visited_once(100);
  whole_chunks(100, 7);
#pragma omp parallel for schedule(guided, 2)
  for (int i = 99; i >= 0; --i) {
    visit(i);
  }
  visited_once(100);
#pragma omp parallel for schedule(runtime)
  for (long i = 0; i < 300; i += 3) {
    visit((int)i / 3);
  }
  visited_once(100);
#pragma omp parallel for schedule(nonmonotonic : runtime)
  for (int i = 0; i < 100; ++i) {
    visit(i);
  }
  visited_once(100);
#pragma omp parallel for schedule(monotonic : runtime)
  for (int i = 0; i < 100; ++i) {
    visit(i);
  }
  visited_once(100);
#pragma omp parallel for schedule(monotonic : dynamic, 5)
  for (unsigned long i = 0; i < 100; ++i) {
    visit((int)i);
  }
  visited_once(100);
#pragma omp parallel for schedule(monotonic : guided) if (0)
  for (int i = 0; i < 100; ++i) {
    visit(i);
  }
  visited_once(100);
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static, 4)
  for (int i = 0; i < 100; ++i) {
    sum += i;
  }
#pragma omp parallel loop reduction(+ : sum)
  for (int i = 0; i < 100; ++i) {
    sum += i;
  }
  CHECK_EQUAL(sum, 9900);
}

/// Without barriers between them: faster members are many loops ahead of slower ones.
static void many_in_a_row(void) {
  enum { loops = 400, count = 20 };

  static int done[loops];
#pragma omp parallel
  {
    const int number = omp_get_thread_num();
    for (int round = 0; round < loops; ++round) {
      switch (round % 4) {
        case 0:
#pragma omp for schedule(dynamic) nowait
          for (int i = 0; i < count; ++i) {
            INCREMENT(done[round]);
          }
          break;
        case 1:
#pragma omp for schedule(guided, 2) nowait
          for (unsigned long i = 0; i < count; ++i) {
            INCREMENT(done[round]);
          }
          break;
        case 2:
#pragma omp for schedule(runtime) nowait
          for (long i = count; i > 0; --i) {
            INCREMENT(done[round]);
          }
          break;
        default:
#pragma omp for schedule(static, 3) nowait
          for (int i = 0; i < count; ++i) {
            INCREMENT(done[round]);
          }
          break;
      }
      if (round == 100 && number == 0) {
        sleep_milliseconds(20);
      }
    }
  }
  for (int round = 0; round < loops; ++round) {
    CHECK_EQUAL(done[round], count);
    done[round] = 0;
  }
}

/// The barrier at the end of a loop: what follows sees all of it.
static void ends_in_barriers(void) {
  static int total;
  total = 0;
#pragma omp parallel
  for (int round = 1; round <= 50; ++round) {
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 20; ++i) {
      INCREMENT(total);
    }
    CHECK_EQUAL(LOAD(total), 20 * round);
#pragma omp barrier
  }
}

static void orphaned(int count) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < count; ++i) {
    visit(i);
  }
#pragma omp for schedule(guided) nowait
  for (int i = 0; i < count; ++i) {
    visit(i + count);
  }
#pragma omp for schedule(static)
  for (int i = 0; i < count; ++i) {
    visit(i + 2 * count);
  }
#pragma omp for schedule(runtime)
  for (unsigned long i = 0; i < (unsigned long)count; ++i) {
    visit((int)i + 3 * count);
  }
}

int main(void) {
  const int counts[] = {0, 1, 7, 64, 999};
  for (int i = 0; i < (int)(sizeof counts / sizeof counts[0]); ++i) {
    for (int chunk = 1; chunk < 60; chunk = chunk * 6 + 1) {
      all_schedules(counts[i], chunk);
    }
  }
  all_schedules(100, 1000000);
#ifdef __clang__  // GCC's own code for static loops counts chunks that are too long
  all_schedules(100, INT_MAX);
#endif
  monotonic();
  combined();
  many_in_a_row();
  ends_in_barriers();
  orphaned(200);  // outside of any region
  visited_once(800);
#pragma omp parallel
  orphaned(150);
  visited_once(600);
#pragma omp parallel if (0)
  orphaned(150);
  visited_once(600);
  return 0;
}
