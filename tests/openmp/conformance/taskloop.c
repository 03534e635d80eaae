// SPDX-License-Identifier: Apache-2.0

// Loops whose iterations are distributed to tasks.

#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

enum { most = 2000 };

static int visits[most];
static int firsts;

static void visited_once(int count) {
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(visits[i], i < count);
  }
  memset(visits, 0, sizeof visits);
}

/// What a task executes at a time: sizes of all of them, in any order.
static int sizes[most];
static int tasks;

/// Called for each iteration: those of a task follow each other on its own copy of `last`.
static void visit(int i, int* last, int* own) {
  INCREMENT(visits[i]);
  if (*own < 0) {
    *own = INCREMENT(tasks);
    CHECK(*own < most);
  } else {
    CHECK_EQUAL(i, *last + 1);
  }
  *last = i;
  ++sizes[*own];
}

/// At least one and at most `most` of each size; returns the number of tasks.
static int sized_between(int least, int largest) {
  const int made = tasks;
  int small = 0;
  for (int i = 0; i < made; ++i) {
    CHECK(sizes[i] <= largest);
    small += sizes[i] < least;
  }
  CHECK(small == 0);
  memset(sizes, 0, sizeof sizes);
  tasks = 0;
  return made;
}

static void grain_sizes(void) {
  for (int grain = 1; grain <= 50; grain += 7) {
    int last = 0;
    int own = -1;
#pragma omp taskloop grainsize(grain) firstprivate(last, own)
    for (int i = 0; i < 1000; ++i) {
      visit(i, &last, &own);
    }
    visited_once(1000);
    sized_between(grain, 2 * grain - 1);
#pragma omp taskloop grainsize(strict : grain) firstprivate(last, own)
    for (int i = 0; i < 1000; ++i) {
      visit(i, &last, &own);
    }
    visited_once(1000);
    CHECK_EQUAL(sized_between(1000 % grain == 0 ? grain : 1000 % grain, grain),
                (1000 + grain - 1) / grain);
  }
}

static void numbers_of_tasks(void) {
  for (int count = 1; count < 60; count += 9) {
    int last = 0;
    int own = -1;
#pragma omp taskloop num_tasks(count) firstprivate(last, own)
    for (int i = 0; i < 1000; ++i) {
      visit(i, &last, &own);
    }
    visited_once(1000);
    CHECK_EQUAL(sized_between(1000 / count, 1000 / count + 1), count);
#pragma omp taskloop num_tasks(strict : count) firstprivate(last, own)
    for (int i = 0; i < 1000; ++i) {
      visit(i, &last, &own);
    }
    visited_once(1000);
    CHECK_EQUAL(sized_between(1000 / count, 1000 / count + 1), count);
  }
  int last = 0;
  int own = -1;
#pragma omp taskloop num_tasks(50) firstprivate(last, own)
  for (int i = 0; i < 20; ++i) {
    visit(i, &last, &own);
  }
  visited_once(20);
  CHECK_EQUAL(sized_between(1, 1), 20);
#pragma omp taskloop if (0) firstprivate(last, own)
  for (int i = 0; i < 300; ++i) {
    visit(i, &last, &own);
  }
  visited_once(300);
  sized_between(1, 300);
#pragma omp taskloop final(1) untied mergeable priority(3) firstprivate(last, own)
  for (int i = 0; i < 300; ++i) {
    CHECK(omp_in_final());
    visit(i, &last, &own);
  }
  visited_once(300);
  sized_between(1, 300);
}

static void no_iterations(void) {
  int count = 0;
  int last = 5;
#pragma omp taskloop shared(count) lastprivate(last)
  for (int i = 10; i < 10; ++i) {
    last = i;
    ++count;
  }
#pragma omp taskloop shared(count) num_tasks(4)
  for (int i = 10; i < -10; i += 3) {
    ++count;
  }
#pragma omp taskloop shared(count) reduction(+ : last)
  for (unsigned long long i = 10; i < 10; ++i) {
    ++count;
    ++last;
  }
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(last, 5);
}

/// Sums of the values that a loop takes, in its own type and modulo 2^64.
#define SUM_OF(type, first, condition, step, clauses)                              \
  do {                                                                             \
    unsigned long long expected = 0;                                               \
    unsigned long long found = 0;                                                  \
    for (type i = first; condition; step) {                                        \
      expected += (unsigned long long)i * 3 + 1;                                   \
    }                                                                              \
    PRAGMA(omp taskloop clauses shared(found))                                     \
    for (type i = first; condition; step) {                                        \
      __atomic_fetch_add(&found, (unsigned long long)i * 3 + 1, __ATOMIC_SEQ_CST); \
    }                                                                              \
    CHECK(found == expected);                                                      \
  } while (0)

static void bounds(void) {
  SUM_OF(int, -50, i < 50, i += 7, num_tasks(4));
  SUM_OF(int, 50, i > -50, i -= 3, grainsize(5));
  SUM_OF(int, INT_MAX - 100, i < INT_MAX - 1, ++i, num_tasks(5));
  SUM_OF(int, INT_MIN + 100, i > INT_MIN, --i, grainsize(5));
  SUM_OF(long, LONG_MAX - 1000, i < LONG_MAX - 10, i += 9, num_tasks(6));
  SUM_OF(long, LONG_MIN + 1000, i >= LONG_MIN + 11, i -= 10, num_tasks(6));
  SUM_OF(unsigned, 5, i < 100, i += 4, num_tasks(2));
  // gcc 12 passes the step of loops downward in 32 unsigned bits as a large positive one.
  SUM_OF(unsigned, UINT_MAX - 100, i < UINT_MAX - 1, i += 2, num_tasks(2));
  SUM_OF(unsigned long long, ULLONG_MAX - 500, i < ULLONG_MAX - 3, i += 3, num_tasks(7));
  SUM_OF(unsigned long long, ULLONG_MAX, i > ULLONG_MAX - 500, i -= 7, grainsize(3));
  SUM_OF(unsigned long long, 0, i < ULLONG_MAX - (1ULL << 58), i += 1ULL << 57, num_tasks(7));
  SUM_OF(short, -300, i <= 300, i = (short)(i + 20), num_tasks(3));
}

static void clauses(void) {
  int last = -1;
  int index;
  int shift = 100;
#pragma omp taskloop lastprivate(last, index) firstprivate(shift) num_tasks(6)
  for (index = 0; index < 77; ++index) {
    last = index + shift;
  }
  CHECK_EQUAL(last, 176);
  CHECK_EQUAL(index, 77);
  int row = 0;
  int column = 0;
#pragma omp taskloop collapse(2) lastprivate(row, column) grainsize(4)
  for (int i = 0; i < 30; ++i) {
    for (int k = 5; k > -5; k -= 2) {
      INCREMENT(visits[i * 5 + (5 - k) / 2]);
      row = i;
      column = k;
    }
  }
  visited_once(150);
  CHECK_EQUAL(row, 29);
  CHECK_EQUAL(column, -3);
#pragma omp taskloop collapse(3) num_tasks(11)
  for (int i = 0; i < 5; ++i) {
    for (long k = 0; k < 6; ++k) {
      for (unsigned m = 0; m < 7; ++m) {
        INCREMENT(visits[i * 42 + k * 7 + m]);
      }
    }
  }
  visited_once(210);
#pragma omp taskloop simd num_tasks(3) shared(visits)
  for (int i = 0; i < 100; ++i) {
    visits[i] = 1;
  }
  visited_once(100);
}

/// With nogroup the next taskwait, or an enclosing group, waits for the tasks.
static void without_group(void) {
  int count = 0;
#pragma omp taskgroup
  {
#pragma omp taskloop nogroup shared(count) num_tasks(20)
    for (int i = 0; i < 100; ++i) {
      INCREMENT(count);
    }
  }
  CHECK_EQUAL(LOAD(count), 100);
#pragma omp taskloop nogroup shared(count) num_tasks(20)
  for (int i = 0; i < 100; ++i) {
#pragma omp task shared(count) if (0)
    INCREMENT(count);
  }
#pragma omp taskwait
  CHECK_EQUAL(LOAD(count), 200);
}

/// The group of a loop waits for what its tasks have made.
static void waits_for_descendants(void) {
  int count = 0;
#pragma omp taskloop shared(count) num_tasks(8)
  for (int i = 0; i < 40; ++i) {
#pragma omp task shared(count)
    {
#pragma omp task shared(count)
      INCREMENT(count);
    }
#pragma omp taskloop shared(count)
    for (int k = 0; k < 5; ++k) {
      INCREMENT(count);
    }
  }
  CHECK_EQUAL(LOAD(count), 240);
}

static void combined(void) {
  int sum = 0;
  firsts = 0;
#pragma omp parallel master taskloop reduction(+ : sum) num_tasks(9)
  for (int i = 0; i < 100; ++i) {
    sum += i;
  }
#pragma omp parallel masked taskloop simd reduction(+ : sum)
  for (int i = 0; i < 100; ++i) {
    sum += i;
  }
#pragma omp parallel shared(firsts)
  {
#pragma omp masked taskloop
    for (int i = 0; i < 100; ++i) {
      INCREMENT(firsts);
    }
  }
  CHECK_EQUAL(sum, 9900);
  CHECK_EQUAL(firsts, 100);
}

static void all(void) {
  grain_sizes();
  numbers_of_tasks();
  no_iterations();
  bounds();
  clauses();
  without_group();
  waits_for_descendants();
}

int main(void) {
#pragma omp parallel
#pragma omp single
  all();
  all();  // outside of any region
#pragma omp parallel
#pragma omp single
#pragma omp task
  all();
  combined();
  return 0;
}
