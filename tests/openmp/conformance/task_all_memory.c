// SPDX-License-Identifier: Apache-2.0

// Tasks that depend on all memory; and a wait for a dependence that nobody waits in.

#include <omp.h>
#include <stddef.h>

#include "check.h"

// Compilers that do not know the name pass the same.
#if defined(__clang__) || __GNUC__ >= 13
  #define ALL_MEMORY omp_all_memory
#else
  #define ALL_MEMORY (*(char*)NULL)
#endif

enum { some = 8 };

/// All before it have ended, and none after it has begun.
static void between(int rounds) {
  int values[some] = {0};
  int turn = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < some; ++i) {
#pragma omp task depend(inout : values[i]) shared(values, turn)
      {
        CHECK_EQUAL(LOAD(turn), 3 * round);
        ++values[i];
      }
    }
#pragma omp task depend(inout : ALL_MEMORY) shared(values, turn)
    {
      for (int i = 0; i < some; ++i) {
        CHECK_EQUAL(LOAD(values[i]), 2 * round + 1);
      }
      STORE(turn, 3 * round + 1);
    }
#pragma omp task depend(out : ALL_MEMORY) shared(turn)
    {
      CHECK_EQUAL(LOAD(turn), 3 * round + 1);
      STORE(turn, 3 * round + 2);
    }
    for (int i = 0; i < some; ++i) {
#pragma omp task depend(in : values[(i + 1) % some]) depend(out : values[i]) shared(values, turn)
      {
        CHECK_EQUAL(LOAD(turn), 3 * round + 2);
        ++values[i];
      }
    }
#pragma omp task depend(in : values[3]) depend(inout : ALL_MEMORY) shared(values, turn)
    {
      CHECK_EQUAL(values[some - 1], 2 * round + 2);
      STORE(turn, 3 * round + 3);
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(turn, 3 * rounds);
}

/// Tasks without dependences, and those of other parents, have no order with it.
static void others(void) {
  int value = 0;
  int released = 0;
#pragma omp task shared(released)
  {
#pragma omp task shared(released)
    STORE(released, 1);
#pragma omp taskwait
  }
#pragma omp task depend(out : value) shared(value, released)
  value = 1;
#pragma omp task depend(inout : ALL_MEMORY) shared(value)
  {
    CHECK_EQUAL(value, 1);
    value = 2;
  }
#pragma omp taskwait depend(in : value)
  CHECK_EQUAL(value, 2);
#pragma omp task if (0) depend(inout : ALL_MEMORY) shared(value)
  CHECK_EQUAL(++value, 3);
#pragma omp task depend(out : released) shared(value)
  {
    compute_milliseconds(1);
    STORE(value, 4);
  }
#pragma omp taskwait depend(inout : ALL_MEMORY)
  CHECK_EQUAL(LOAD(value), 4);
#pragma omp taskwait
  CHECK_EQUAL(released, 1);
}

#ifdef __clang__
/// The task that it comes after ends later, by what follows here.
static void nobody_waits(void) {
  int released = 0;
  int address = 0;
  omp_event_handle_t event;
  #pragma omp task detach(event) depend(out : address)
  {
  }
  #pragma omp taskwait depend(inout : address) nowait
  #pragma omp task depend(in : address) shared(released)
  CHECK_EQUAL(LOAD(released), 1);
  STORE(released, 1);
  omp_fulfill_event(event);
  #pragma omp taskwait
}
#endif

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    between(1);
    between(100);
    for (int round = 0; round < 50; ++round) {
      others();
    }
#ifdef __clang__
    nobody_waits();
#endif
  }
  between(3);  // outside of any region
  return 0;
}
