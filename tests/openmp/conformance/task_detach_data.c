// SPDX-License-Identifier: Apache-2.0

// Detached tasks with data of all sizes, and detached tasks that are discarded as they are
// generated.
// with OMP_CANCELLATION=true
// with OMP_CANCELLATION=false

#include <omp.h>

#include "check.h"

static int wrong;
static int ran;

/// Two tasks at a time, so that the data of one could reach into the block of the other.
#define DETACHED_WITH(SIZE)                                  \
  static void detached_with_##SIZE(void) {                   \
    typedef struct {                                         \
      unsigned char byte[SIZE];                              \
    } data;                                                  \
    for (int i = 0; i < 40; ++i) {                           \
      data some;                                             \
      for (int k = 0; k < SIZE; ++k) {                       \
        some.byte[k] = (unsigned char)(i + k);               \
      }                                                      \
      omp_event_handle_t event = (omp_event_handle_t)0;      \
      _Pragma("omp task detach(event) firstprivate(some)") { \
        for (int k = 0; k < SIZE; ++k) {                     \
          if (some.byte[k] != (unsigned char)(i + k)) {      \
            _Pragma("omp atomic")++ wrong;                   \
          }                                                  \
        }                                                    \
        _Pragma("omp atomic")++ ran;                         \
        omp_fulfill_event(event);                            \
      }                                                      \
    }                                                        \
    _Pragma("omp taskwait")                                  \
  }

DETACHED_WITH(1)
DETACHED_WITH(96)
DETACHED_WITH(104)
DETACHED_WITH(112)
DETACHED_WITH(120)
DETACHED_WITH(368)
DETACHED_WITH(880)
DETACHED_WITH(1904)
DETACHED_WITH(3952)
DETACHED_WITH(8048)

static void detached_with_data(void) {
  for (int round = 0; round < 20; ++round) {
    wrong = 0;
    ran = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      detached_with_1();
      detached_with_96();
      detached_with_104();
      detached_with_112();
      detached_with_120();
      detached_with_368();
      detached_with_880();
      detached_with_1904();
      detached_with_3952();
      detached_with_8048();
    }
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(ran, 400);
  }
}

/// The program has the events of two such tasks, and fulfills both afterwards. Compilers and
/// runtimes differ in whether it gets them.
static void discarded_when_generated(void) {
  for (int round = 0; round < 100; ++round) {
    int begun = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task if (0)
        {
#pragma omp cancel taskgroup
        }
        omp_event_handle_t first = (omp_event_handle_t)0;
        omp_event_handle_t second = (omp_event_handle_t)0;
#pragma omp task detach(first) shared(begun)
        {
#pragma omp atomic
          ++begun;
        }
#pragma omp task detach(second) shared(begun)
        {
#pragma omp atomic
          ++begun;
        }
        if (first != (omp_event_handle_t)0) {
          omp_fulfill_event(first);
        }
        if (second != (omp_event_handle_t)0) {
          omp_fulfill_event(second);
        }
      }
    }
    CHECK_EQUAL(begun, omp_get_cancellation() ? 0 : 2);
  }
}

int main(void) {
  detached_with_data();
  discarded_when_generated();
  return 0;
}
