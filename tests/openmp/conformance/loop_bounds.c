// SPDX-License-Identifier: Apache-2.0

// Loops near the ends of their types, downward, without iterations, and with steps that do not
// divide.

#include <limits.h>
#include <omp.h>

#include "check.h"

typedef unsigned long long wide;

static wide found_count;
static wide found_sum;
static wide expected_count;
static wide expected_sum;

/// Sums are modulo 2^64, and no two iterations may be exchanged for others of the same sum easily.
static wide mixed(wide value) {
  return (value ^ (value >> 7)) * 0x9e3779b97f4a7c15ULL;
}

static void found(wide value) {
  __atomic_fetch_add(&found_count, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&found_sum, mixed(value), __ATOMIC_SEQ_CST);
}

static void expect(wide value) {
  ++expected_count;
  expected_sum += mixed(value);
}

static void compare(int line) {
  if (found_count != expected_count || found_sum != expected_sum) {
    fprintf(stderr,
            "%s:%d: the loop has %llu iterations, expected %llu, or other values\n",
            __FILE__,
            line,
            found_count,
            expected_count);
    _exit(1);
  }
  found_count = 0;
  found_sum = 0;
  expected_count = 0;
  expected_sum = 0;
}

#define ONE(type, first, condition, step, ...) \
  do {                                         \
    for (type i = first; condition; step) {    \
      expect((wide)i);                         \
    }                                          \
    PRAGMA(omp parallel for __VA_ARGS__)       \
    for (type i = first; condition; step) {    \
      found((wide)i);                          \
    }                                          \
    compare(__LINE__);                         \
  } while (0)

/// Loops from `first` while they are below, or above, `end`.
#define SCHEDULES(type, condition, step_taken)                                 \
  do {                                                                         \
    ONE(type, first, condition, step_taken, schedule(static));                 \
    ONE(type, first, condition, step_taken, schedule(static, 3));              \
    ONE(type, first, condition, step_taken, schedule(dynamic));                \
    ONE(type, first, condition, step_taken, schedule(dynamic, 5));             \
    ONE(type, first, condition, step_taken, schedule(monotonic : dynamic, 4)); \
    ONE(type, first, condition, step_taken, schedule(guided));                 \
    ONE(type, first, condition, step_taken, schedule(guided, 6));              \
    ONE(type, first, condition, step_taken, schedule(monotonic : guided));     \
    ONE(type, first, condition, step_taken, schedule(runtime));                \
  } while (0)

#define LOOPS_OF(type, name)                                 \
  static void up_##name(type first, type end, type step) {   \
    SCHEDULES(type, i < end, i += step);                     \
  }                                                          \
                                                             \
  static void down_##name(type first, type end, type step) { \
    SCHEDULES(type, i > end, i -= step);                     \
  }

LOOPS_OF(int, int)
LOOPS_OF(long, long)
LOOPS_OF(wide, wide)

/// Downward, gcc 12 itself miscounts loops in 32 unsigned bits.
static void up_unsigned(unsigned first, unsigned end, unsigned step) {
  SCHEDULES(unsigned, i < end, i += step);
}

static void ints(void) {
  up_int(0, 100, 1);
  up_int(-50, 51, 7);
  down_int(50, -50, 3);
  up_int(10, 10, 1);
  up_int(10, -10, 1);
  down_int(10, 11, 1);
  up_int(INT_MAX - 100, INT_MAX - 20, 9);
  down_int(INT_MIN + 100, INT_MIN + 20, 9);
  up_int(INT_MIN, INT_MIN + 33, 1);
  down_int(INT_MAX, INT_MAX - 33, 1);
}

static void longs(void) {
  up_long(0, 100, 1);
  up_long(5000000000L, 5000000100L, 3);
  up_long(LONG_MAX - 100, LONG_MAX - 8, 7);
  up_long(LONG_MAX - 100, LONG_MAX - 1, 1);
  down_long(LONG_MIN + 100, LONG_MIN + 8, 7);
  up_long(LONG_MIN, LONG_MIN + 60, 1);
  down_long(LONG_MAX, LONG_MAX - 60, 1);
  up_long(-LONG_MAX / 2, LONG_MAX / 2 - (1L << 57), (1L << 56) + 3);
  down_long(LONG_MAX / 2, -LONG_MAX / 2 + (1L << 57), (1L << 56) + 3);
  down_long(3, 3, 1);
  down_long(3, 4, 1);
}

static void unsigneds(void) {
  up_unsigned(0, 100, 1);
  up_unsigned(1, 101, 6);
  up_unsigned(UINT_MAX - 100, UINT_MAX - 20, 9);
  up_unsigned(0, 0, 1);
  up_unsigned(5, 0, 1);
}

static void wides(void) {
  up_wide(0, 100, 1);
  up_wide(0, 0, 1);
  up_wide(1, 0, 1);
  up_wide(ULLONG_MAX - 100, ULLONG_MAX - 10, 9);
  up_wide(ULLONG_MAX - 100, ULLONG_MAX - 1, 1);
  down_wide(ULLONG_MAX, ULLONG_MAX - 100, 1);
  down_wide(ULLONG_MAX, ULLONG_MAX - 100, 7);
  down_wide(107, 20, 9);
  down_wide(100, 0, 1);
  up_wide(LONG_MAX - 40ULL, LONG_MAX + 40ULL, 3);
  up_wide(0, ULLONG_MAX - (1ULL << 58), (1ULL << 57) + 1);
  down_wide(ULLONG_MAX, 1ULL << 58, 1ULL << 57);
}

/// Bounds that the compiler knows.
static void constants(void) {
  ONE(int, INT_MAX - 100, i < INT_MAX - 20, i += 9, schedule(dynamic, 2));
  ONE(int, 50, i >= -50, i -= 3, schedule(guided, 2));
  ONE(long, LONG_MIN + 100, i > LONG_MIN + 8, i -= 7, schedule(dynamic, 2));
  ONE(long, LONG_MIN, i <= LONG_MIN + 60, ++i, schedule(runtime));
  ONE(wide, ULLONG_MAX, i > ULLONG_MAX - 100, --i, schedule(guided, 2));
  ONE(wide, ULLONG_MAX - 100, i < ULLONG_MAX - 1, i += 3, schedule(dynamic, 2));
  ONE(unsigned, 1, i <= 100, i += 3, schedule(dynamic));
}

static void narrow(void) {
  ONE(short, -30000, i < 30000, i = (short)(i + 500), schedule(dynamic, 3));
  ONE(signed char, -100, i <= 100, ++i, schedule(guided));
  ONE(unsigned char, 0, i < 200, ++i, schedule(static));
}

static void pointers(void) {
  static int array[100];
#pragma omp parallel for schedule(dynamic, 7)
  for (int* i = array; i < array + 100; ++i) {
    *i += (int)(i - array);
  }
#pragma omp parallel for schedule(guided)
  for (int* i = array + 99; i >= array; i -= 3) {
    *i += 1000;
  }
  for (int i = 0; i < 100; ++i) {
    CHECK_EQUAL(array[i], i + (i % 3 == 0 ? 1000 : 0));
  }
}

/// Chunks so large that chunk times threads is out of range.
static void chunks(void) {
  volatile long chunk = LONG_MAX / 2;
  const long large = chunk;
  ONE(long, 0, i < 100, ++i, schedule(dynamic, large));
  ONE(long, LONG_MAX - 100, i < LONG_MAX - 3, i += 2, schedule(dynamic, large));
  ONE(long, 100, i > 0, i -= 3, schedule(guided, large));
  ONE(wide, ULLONG_MAX - 100, i < ULLONG_MAX - 5, i += 3, schedule(dynamic, large));
  ONE(wide, 100, i > 0, --i, schedule(guided, large));
}

int main(void) {
  ints();
  longs();
  unsigneds();
  wides();
  constants();
  narrow();
  pointers();
  chunks();
  return 0;
}
