// SPDX-License-Identifier: Apache-2.0

// Critical sections, atomic operations of each width and kind, barriers and flush.

#include <omp.h>

#include "check.h"

enum { turns = 300 };

__extension__ typedef __int128 sixteen_bytes;

static void critical(void) {
  int unnamed = 0;
  int named = 0;
  int other = 0;
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    for (int turn = 0; turn < turns; ++turn) {
#pragma omp critical
      ++unnamed;
#pragma omp critical(one)
      {
        ++named;
#pragma omp critical(two) hint(omp_sync_hint_contended)
        ++other;
      }
#pragma omp critical(two) hint(omp_sync_hint_contended)
      ++other;
    }
  }
  CHECK_EQUAL(unnamed, members * turns);
  CHECK_EQUAL(named, members * turns);
  CHECK_EQUAL(other, members * turns * 2);
}

/// Each kind of update on one type.
#define UPDATES(type)                                           \
  do {                                                          \
    type sum = 0;                                               \
    type difference = 10000;                                    \
    type product = 1;                                           \
    type captured = 0;                                          \
    type swapped = 0;                                           \
    int zeros = 0;                                              \
    int members = 0;                                            \
    PRAGMA(omp parallel reduction(+ : members, zeros)) {        \
      ++members;                                                \
      for (int turn = 0; turn < turns; ++turn) {                \
        type before;                                            \
        type now;                                               \
        PRAGMA(omp atomic)                                      \
        sum += 1;                                               \
        PRAGMA(omp atomic update seq_cst)                       \
        difference = difference - 1;                            \
        PRAGMA(omp atomic)                                      \
        product = 1 * product;                                  \
        PRAGMA(omp atomic capture) {                            \
          before = captured;                                    \
          captured += 1;                                        \
        }                                                       \
        zeros += before == (type)0;                             \
        PRAGMA(omp atomic capture acq_rel) {                    \
          now = swapped;                                        \
          swapped = before;                                     \
        }                                                       \
        PRAGMA(omp atomic read)                                 \
        now = sum;                                              \
        CHECK(now != (type)0);                                  \
        PRAGMA(omp atomic write)                                \
        swapped = now;                                          \
      }                                                         \
    }                                                           \
    CHECK(sum == (type)(members * turns));                      \
    CHECK(difference == (type)10000 - (type)(members * turns)); \
    CHECK(product == (type)1);                                  \
    CHECK(captured == (type)(members * turns));                 \
    CHECK_EQUAL(zeros, 1);                                      \
  } while (0)

static void arithmetic(void) {
  UPDATES(short);
  UPDATES(int);
  UPDATES(unsigned);
  UPDATES(long);
  UPDATES(unsigned long long);
  UPDATES(float);
  UPDATES(double);
  UPDATES(long double);
  UPDATES(sixteen_bytes);
}

static void bits(void) {
  unsigned any = 0;
  unsigned all = ~0U;
  unsigned char parity = 0;
  long shifted = 1;
#pragma omp parallel for
  for (int i = 0; i < 32; ++i) {
#pragma omp atomic
    any |= 1U << i;
#pragma omp atomic
    all &= ~(1U << i);
#pragma omp atomic
    parity ^= 1;
#pragma omp atomic
    shifted <<= 1;
  }
  CHECK_EQUAL(any, ~0U);
  CHECK_EQUAL(all, 0);
  CHECK_EQUAL(parity, 0);
  CHECK_EQUAL(shifted, 1L << 32);
}

static void compare(void) {
  int largest = -1;
  int least = 1000;
  int taken = -1;
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) {
#pragma omp atomic compare
    largest = largest < i ? i : largest;
#pragma omp atomic compare
    least = least > i ? i : least;
#pragma omp atomic compare
    if (taken == -1) {
      taken = i;
    }
  }
  CHECK_EQUAL(largest, 199);
  CHECK_EQUAL(least, 0);
  CHECK(taken >= 0);
}

/// Reductions of several variables are combined in one atomic region.
static void several(void) {
  long double sum = 0;
  int count = 0;
  double product = 1;
  int members = 0;
  for (int round = 0; round < 200; ++round) {
#pragma omp parallel reduction(+ : sum, count, members) reduction(* : product)
    {
      sum += 1;
      ++count;
      ++members;
      product *= -1;
    }
  }
  CHECK(sum == (long double)members);
  CHECK_EQUAL(count, members);
  CHECK(product == (members % 2 == 0 ? 1 : -1));
}

static void barriers(void) {
  enum { rounds = 2500 };

  static int arrived[rounds];
#pragma omp parallel
  {
    const int members = omp_get_num_threads();
    for (int round = 0; round < rounds; ++round) {
      __atomic_fetch_add(&arrived[round], 1, __ATOMIC_RELAXED);
#pragma omp barrier
      CHECK_EQUAL(__atomic_load_n(&arrived[round], __ATOMIC_RELAXED), members);
    }
    for (int round = 0; round < 3 * rounds; ++round) {
#pragma omp barrier
    }
  }
#pragma omp barrier
}

/// A member waits in a loop for what another one writes.
static void flushes(void) {
  int data = 0;
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    }
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
      int seen = 0;
      while (seen == 0) {
#pragma omp atomic read
        seen = flag;
        sched_yield();
      }
#pragma omp flush(data)
      CHECK_EQUAL(data, 42);
    }
  }
#pragma omp flush seq_cst
}

/// Each member computes until the one before it has written: none may need another's call.
static void pipeline(void) {
  enum { stages = 3 };

  static int done[stages + 1][64];
  for (int i = 0; i < 64; ++i) {
    done[0][i] = 1;
  }
#pragma omp parallel
  {
    const int number = omp_get_thread_num();
    for (int stage = 1; stage <= stages; ++stage) {
      int seen = number == 0;
      while (!seen) {
#pragma omp atomic read acquire
        seen = done[stage][number - 1];
      }
      CHECK_EQUAL(done[stage - 1][number], 1);
#pragma omp atomic write release
      done[stage][number] = 1;
    }
  }
  for (int i = 0; i < omp_get_max_threads(); ++i) {
    CHECK_EQUAL(done[stages][i], 1);
  }
}

int main(void) {
  critical();
  arithmetic();
  bits();
  compare();
  several();
  barriers();
  if (!thread_sanitized) {  // it knows no fences
    flushes();
  }
  pipeline();
  return 0;
}
