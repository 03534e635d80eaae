// SPDX-License-Identifier: Apache-2.0

// Clauses of loops: collapse, lastprivate, linear, reductions, and loops in simd form.

#include <omp.h>
#include <string.h>

#include "check.h"

enum { most = 3000 };

static int visits[most];

static void visited_once(int count) {
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(visits[i], i < count);
  }
  memset(visits, 0, sizeof visits);
}

static void collapsed(int rows, int columns) {
#pragma omp parallel
  {
#pragma omp for collapse(2) schedule(dynamic, 3)
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k < columns; ++k) {
        INCREMENT(visits[i * columns + k]);
      }
    }
#pragma omp single
    visited_once(rows * columns);
#pragma omp for collapse(2) schedule(static)
    for (long i = rows - 1; i >= 0; --i) {
      for (unsigned k = 0; k < (unsigned)columns; ++k) {
        INCREMENT(visits[i * columns + k]);
      }
    }
#pragma omp single
    visited_once(rows * columns);
#pragma omp for collapse(3) schedule(guided)
    for (int i = 0; i < rows; ++i) {
      for (int k = 2 * columns; k > 0; k -= 2) {
        for (unsigned long long m = 0; m < 3; ++m) {
          INCREMENT(visits[(unsigned)(i * columns + k / 2 - 1) * 3 + m]);
        }
      }
    }
#pragma omp single
    visited_once(rows * columns * 3);
#pragma omp for collapse(3) schedule(runtime)
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < rows; ++k) {
        for (int m = 0; m < columns; ++m) {
          INCREMENT(visits[(i * rows + k) * columns + m]);
        }
      }
    }
#pragma omp single
    visited_once(rows * columns * 3);
  }
}

/// The inner bounds depend on the outer variable.
static void triangles(void) {
  enum { size = 40 };

  int count = 0;
  long sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : count, sum)
  for (int i = 0; i < size; ++i) {
    for (int k = i; k < size; ++k) {
      ++count;
      sum += i * size + k;
    }
  }
  long expected = 0;
  for (int i = 0; i < size; ++i) {
    for (int k = i; k < size; ++k) {
      expected += i * size + k;
    }
  }
  CHECK_EQUAL(count, size * (size + 1) / 2);
  CHECK_EQUAL(sum, expected);
}

#define LAST(...)                                                        \
  do {                                                                   \
    int last = -1;                                                       \
    int array[3] = {0};                                                  \
    int index;                                                           \
    PRAGMA(omp parallel for lastprivate(last, array, index) __VA_ARGS__) \
    for (index = 5; index < 155; index += 2) {                           \
      last = index;                                                      \
      array[2] = index + 1;                                              \
    }                                                                    \
    CHECK_EQUAL(last, 153);                                              \
    CHECK_EQUAL(array[2], 154);                                          \
    CHECK_EQUAL(index, 155);                                             \
  } while (0)

static void last_values(void) {
  LAST(schedule(static));
  LAST(schedule(static, 4));
  LAST(schedule(dynamic));
  LAST(schedule(dynamic, 7));
  LAST(schedule(guided, 2));
  LAST(schedule(runtime));
  unsigned long long last = 7;
#pragma omp parallel for lastprivate(last) schedule(dynamic)
  for (unsigned long long i = 100; i > 3; --i) {
    last = i;
  }
  CHECK_EQUAL(last, 4);
  int kept = 3;
#pragma omp parallel for firstprivate(kept) lastprivate(kept) schedule(dynamic)
  for (int i = 0; i < 50; ++i) {
    CHECK(kept == 3 || kept >= 10);
    kept = i + 10;
  }
  CHECK_EQUAL(kept, 59);
}

#define CONDITIONAL(...)                                                               \
  do {                                                                                 \
    int last = -1;                                                                     \
    long other = -1;                                                                   \
    int never = 11;                                                                    \
    PRAGMA(omp parallel for lastprivate(conditional : last, other, never) __VA_ARGS__) \
    for (int i = 0; i < 200; ++i) {                                                    \
      if (i % 37 == 5) {                                                               \
        last = i;                                                                      \
      }                                                                                \
      if (i < 60) {                                                                    \
        other = i * 2;                                                                 \
      }                                                                                \
      if (i > 1000) {                                                                  \
        never = i;                                                                     \
      }                                                                                \
    }                                                                                  \
    CHECK_EQUAL(last, 190);                                                            \
    CHECK_EQUAL(other, 118);                                                           \
    CHECK_EQUAL(never, 11);                                                            \
  } while (0)

static void conditional_last_values(void) {
  CONDITIONAL(schedule(static));
  CONDITIONAL(schedule(static, 7));
  CONDITIONAL(schedule(dynamic, 3));
  CONDITIONAL(schedule(guided));
  CONDITIONAL(schedule(runtime));
  int last = 0;
#pragma omp parallel
#pragma omp for lastprivate(conditional : last) schedule(dynamic)
  for (unsigned long long i = 0; i < 100; ++i) {
    if (i == 42) {
      last = (int)i;
    }
  }
  CHECK_EQUAL(last, 42);
}

static void linear(void) {
  int position = 100;
  long other = 7;
#pragma omp parallel for linear(position : 3) linear(other) schedule(dynamic, 4)
  for (int i = 0; i < 50; ++i) {
    CHECK_EQUAL(position, 100 + 3 * i);
    CHECK_EQUAL(other, 7 + i);
    position += 3;
    ++other;
  }
  CHECK_EQUAL(position, 250);
  CHECK_EQUAL(other, 57);
#pragma omp parallel for simd linear(position : 2) schedule(static, 8)
  for (int i = 0; i < 50; ++i) {
    visits[(position - 250) / 2] = 1;
    position += 2;
  }
  CHECK_EQUAL(position, 350);
  visited_once(50);
}

static void reductions(void) {
  long sum = 5;
  double product = 1;
  int all = 1;
  int any = 0;
  int least = 1000;
  unsigned largest = 0;
  unsigned bits = 0;
  int array[4] = {1, 1, 1, 1};
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum) reduction(* : product) reduction(&& : all) reduction(|| : any) \
    schedule(dynamic, 3) nowait
    for (int i = 1; i <= 20; ++i) {
      sum += i;
      product *= i;
      all = all && i < 20;
      any = any || i == 13;
    }
#pragma omp for reduction(min : least) reduction(max : largest) reduction(| : bits) \
    reduction(+ : array) schedule(guided)
    for (int i = 0; i < 30; ++i) {
      least = least < 50 - i ? least : 50 - i;
      largest = largest > (unsigned)i ? largest : (unsigned)i;
      bits |= 1U << i;
      array[i % 4] += i;
    }
  }
  CHECK_EQUAL(sum, 215);
  CHECK(product == 2432902008176640000.0);
  CHECK_EQUAL(all, 0);
  CHECK_EQUAL(any, 1);
  CHECK_EQUAL(least, 21);
  CHECK_EQUAL(largest, 29);
  CHECK_EQUAL(bits, (1U << 30) - 1);
  CHECK_EQUAL(array[0], 1 + 112);
  CHECK_EQUAL(array[3], 1 + 105);
}

/// Privates of a loop, and of the region around it.
static void privates(void) {
  int outside = 4;
  int shared_by_all = 6;
  int sum = 0;
#pragma omp parallel firstprivate(outside) reduction(+ : sum)
  {
    outside += 1;
    int own = 100;
#pragma omp for private(own) schedule(dynamic) nowait
    for (int i = 0; i < 40; ++i) {
      own = i + outside;
      sum += own;
    }
    CHECK_EQUAL(own, 100);
#pragma omp for firstprivate(shared_by_all) schedule(dynamic)
    for (int i = 0; i < 40; ++i) {
      CHECK(shared_by_all >= 6);
      ++shared_by_all;
    }
    CHECK_EQUAL(shared_by_all, 6);
  }
  CHECK_EQUAL(outside, 4);
  CHECK_EQUAL(sum, 780 + 200);
}

int main(void) {
  collapsed(1, 1);
  collapsed(7, 13);
  collapsed(25, 30);
  collapsed(0, 10);
  collapsed(10, 0);
  triangles();
  last_values();
  conditional_last_values();
  linear();
  reductions();
  privates();
  return 0;
}
