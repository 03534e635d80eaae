// SPDX-License-Identifier: Apache-2.0

// Ordered regions of loops, and loops whose iterations wait for named earlier ones.

#include <omp.h>
#include <string.h>

#include "check.h"

static int next;

static void in_order(int i) {
  CHECK_EQUAL(next, i);
  ++next;
}

#define ORDERED(count, ...)                      \
  do {                                           \
    next = 0;                                    \
    PRAGMA(omp parallel for ordered __VA_ARGS__) \
    for (int i = 0; i < (count); ++i) {          \
      PRAGMA(omp ordered)                        \
      in_order(i);                               \
    }                                            \
    CHECK_EQUAL(next, count);                    \
  } while (0)

static void every_schedule(int count) {
  ORDERED(count, schedule(static));
  ORDERED(count, schedule(static, 1));
  ORDERED(count, schedule(static, 4));
  ORDERED(count, schedule(dynamic));
  ORDERED(count, schedule(dynamic, 3));
  ORDERED(count, schedule(monotonic : dynamic, 5));
  ORDERED(count, schedule(guided));
  ORDERED(count, schedule(guided, 6));
  ORDERED(count, schedule(runtime));
  ORDERED(count, schedule(auto));
}

/// Some iterations have no ordered region; others have work before and after it.
static void conditional(void) {
  int count = 0;
  int outside = 0;
  int last = -1;
#pragma omp parallel
  for (int round = 0; round < 5; ++round) {
#pragma omp for ordered schedule(dynamic, 2)
    for (int i = 0; i < 60; ++i) {
      INCREMENT(outside);
      if (i % 3 == 1) {
#pragma omp ordered
        {
          CHECK(i > last);
          last = i;
          ++count;
        }
      }
      INCREMENT(outside);
    }
#pragma omp single
    last = -1;
#pragma omp for ordered schedule(static, 3)
    for (int i = 0; i < 60; ++i) {
      if (i % 7 == 5) {
#pragma omp ordered threads
        {
          CHECK(i > last);
          last = i;
          ++count;
        }
      }
    }
#pragma omp single
    last = -1;
  }
  CHECK_EQUAL(outside, 5 * 120);
  CHECK_EQUAL(count, 5 * (20 + 8));
}

static void other_types(void) {
  next = 0;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (long i = 120; i > 0; i -= 2) {
#pragma omp ordered
    in_order((int)(120 - i) / 2);
  }
  CHECK_EQUAL(next, 60);
  next = 0;
#pragma omp parallel for ordered schedule(guided, 2)
  for (unsigned long long i = 1ULL << 63; i < (1ULL << 63) + 50; ++i) {
#pragma omp ordered
    in_order((int)(i - (1ULL << 63)));
  }
  next = 0;
#pragma omp parallel for ordered schedule(static, 2)
  for (unsigned long long i = 50; i > 0; --i) {
#pragma omp ordered
    in_order((int)(50 - i));
  }
  next = 0;
#pragma omp parallel for ordered collapse(2) schedule(runtime)
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 9; ++k) {
#pragma omp ordered
      in_order(i * 9 + k);
    }
  }
  CHECK_EQUAL(next, 72);
}

/// The bounds of these are not known to the compiler, and do not fit into signed numbers.
#define WIDE(...)                                                                      \
  do {                                                                                 \
    volatile unsigned long long first_kept = (1ULL << 63) - 20;                        \
    const unsigned long long first = first_kept;                                       \
    int last = -1;                                                                     \
    next = 0;                                                                          \
    PRAGMA(omp parallel for ordered lastprivate(conditional : last) __VA_ARGS__)       \
    for (unsigned long long i = first; i < first + 40; ++i) {                          \
      PRAGMA(omp ordered)                                                              \
      in_order((int)(i - first));                                                      \
      if (i % 8 == 3) {                                                                \
        last = (int)(i - first);                                                       \
      }                                                                                \
    }                                                                                  \
    CHECK_EQUAL(next, 40);                                                             \
    CHECK_EQUAL(last, 39);                                                             \
    next = 0;                                                                          \
    PRAGMA(omp parallel for ordered __VA_ARGS__)                                       \
    for (unsigned long long i = first; i > first - 80; i -= 2) {                       \
      PRAGMA(omp ordered)                                                              \
      in_order((int)(first - i) / 2);                                                  \
    }                                                                                  \
    CHECK_EQUAL(next, 40);                                                             \
    unsigned values[40] = {1, 1};                                                      \
    int largest = -1;                                                                  \
    PRAGMA(omp parallel for ordered(1) __VA_ARGS__)                                    \
    for (unsigned long long i = first + 1; i < first + 40; ++i) {                      \
      PRAGMA(omp ordered depend(sink : i - 1))                                         \
      values[i - first] = LOAD(values[i - first - 1]) + 2;                             \
      PRAGMA(omp ordered depend(source))                                               \
    }                                                                                  \
    CHECK_EQUAL(values[39], 79);                                                       \
    PRAGMA(omp parallel for ordered(1) lastprivate(conditional : largest) __VA_ARGS__) \
    for (int i = 1; i < 40; ++i) {                                                     \
      PRAGMA(omp ordered depend(sink : i - 1))                                         \
      values[i] = LOAD(values[i - 1]) + 3;                                             \
      PRAGMA(omp ordered depend(source))                                               \
      if (i < 33) {                                                                    \
        largest = i;                                                                   \
      }                                                                                \
    }                                                                                  \
    CHECK_EQUAL(values[39], 118);                                                      \
    CHECK_EQUAL(largest, 32);                                                          \
  } while (0)

static void wide(void) {
  WIDE(schedule(static));
  WIDE(schedule(static, 3));
  WIDE(schedule(dynamic));
  WIDE(schedule(dynamic, 4));
  WIDE(schedule(guided));
  WIDE(schedule(runtime));
}

/// Ordered loops follow each other without a barrier.
static void many_in_a_row(void) {
  int counts[40] = {0};
#pragma omp parallel
  for (int round = 0; round < 40; ++round) {
#pragma omp for ordered schedule(dynamic) nowait
    for (int i = 0; i < 12; ++i) {
#pragma omp ordered
      {
        CHECK_EQUAL(counts[round], i);
        ++counts[round];
      }
    }
  }
  for (int round = 0; round < 40; ++round) {
    CHECK_EQUAL(counts[round], 12);
  }
}

static void outside(void) {
  next = 0;
#pragma omp for ordered schedule(dynamic, 4)
  for (int i = 0; i < 30; ++i) {
#pragma omp ordered
    in_order(i);
  }
  CHECK_EQUAL(next, 30);
}

enum { width = 50 };

#define CHAIN(type, ...)                                            \
  do {                                                              \
    unsigned values[width] = {1, 2, 3};                             \
    unsigned expected[width] = {1, 2, 3};                           \
    for (int i = 3; i < width; ++i) {                               \
      expected[i] = expected[i - 1] * 3 + expected[i - 3];          \
    }                                                               \
    PRAGMA(omp parallel for ordered(1) __VA_ARGS__)                 \
    for (type i = 3; i < width; ++i) {                              \
      PRAGMA(omp ordered depend(sink : i - 1) depend(sink : i - 3)) \
      values[i] = LOAD(values[i - 1]) * 3 + LOAD(values[i - 3]);    \
      PRAGMA(omp ordered depend(source))                            \
    }                                                               \
    CHECK(memcmp(values, expected, sizeof values) == 0);            \
  } while (0)

static void chains(void) {
  CHAIN(int, schedule(static));
  CHAIN(int, schedule(static, 1));
  CHAIN(int, schedule(static, 5));
  CHAIN(int, schedule(dynamic));
  CHAIN(int, schedule(dynamic, 4));
  CHAIN(int, schedule(guided));
  CHAIN(int, schedule(runtime));
  CHAIN(long, schedule(dynamic, 2));
  CHAIN(unsigned long long, schedule(dynamic, 3));
  CHAIN(unsigned long long, schedule(static, 2));
  CHAIN(unsigned long long, schedule(guided));
}

enum { rows = 10, columns = 8 };

#define WAVE(...)                                                                                 \
  do {                                                                                            \
    unsigned values[rows][columns];                                                               \
    unsigned expected[rows][columns];                                                             \
    for (unsigned i = 0; i < rows; ++i) {                                                         \
      for (unsigned k = 0; k < columns; ++k) {                                                    \
        values[i][k] = i * 31 + k;                                                                \
        expected[i][k] = i * 31 + k;                                                              \
      }                                                                                           \
    }                                                                                             \
    for (int i = 1; i < rows; ++i) {                                                              \
      for (int k = 1; k < columns - 1; ++k) {                                                     \
        expected[i][k] +=                                                                         \
            expected[i - 1][k] * 3 + expected[i][k - 1] * 5 + expected[i - 1][k + 1];             \
      }                                                                                           \
    }                                                                                             \
    PRAGMA(omp parallel for ordered(2) __VA_ARGS__)                                               \
    for (int i = 1; i < rows; ++i) {                                                              \
      for (int k = 1; k < columns - 1; ++k) {                                                     \
        PRAGMA(omp ordered depend(sink : i - 1, k) depend(sink : i, k - 1)                        \
                   depend(sink : i - 1, k + 1))                                                   \
        values[i][k] +=                                                                           \
            LOAD(values[i - 1][k]) * 3 + LOAD(values[i][k - 1]) * 5 + LOAD(values[i - 1][k + 1]); \
        PRAGMA(omp ordered depend(source))                                                        \
      }                                                                                           \
    }                                                                                             \
    CHECK(memcmp(values, expected, sizeof values) == 0);                                          \
  } while (0)

static void waves(void) {
  WAVE(schedule(static, 1));
  WAVE(schedule(static));
  WAVE(schedule(dynamic));
  WAVE(schedule(dynamic, 2));
  WAVE(schedule(guided));
  WAVE(collapse(2) schedule(dynamic, 3));
  WAVE(collapse(2) schedule(static, 4));
}

/// Downward, in steps, and twice in one region.
static void steps(void) {
  int values[64] = {0};
#pragma omp parallel
  for (int round = 0; round < 3; ++round) {
#pragma omp for ordered(1) schedule(dynamic)
    for (int i = 60; i >= 0; i -= 4) {
#pragma omp ordered depend(sink : i + 8)
      values[i] += i + 8 <= 60 ? LOAD(values[i + 8]) : 1;
#pragma omp ordered depend(source)
    }
  }

  int expected[64] = {0};
  for (int round = 0; round < 3; ++round) {
    for (int i = 60; i >= 0; i -= 4) {
      expected[i] += i + 8 <= 60 ? expected[i + 8] : 1;
    }
  }
  CHECK(memcmp(values, expected, sizeof values) == 0);
}

int main(void) {
  every_schedule(0);
  every_schedule(1);
  every_schedule(70);
  conditional();
  other_types();
  wide();
  many_in_a_row();
  outside();
  chains();
  waves();
  steps();
  return 0;
}
