// SPDX-License-Identifier: Apache-2.0

// The last value that an iteration gave to a variable, whoever executed it. As C, Clang 19 compiles
// the clause as if it were not conditional.

#include <omp.h>

#include "check.h"

#define CONDITIONAL(...)                                                        \
  do {                                                                          \
    int last = -1;                                                              \
    long other = -1;                                                            \
    PRAGMA(omp parallel for lastprivate(conditional : last, other) __VA_ARGS__) \
    for (int i = 0; i < 200; ++i) {                                             \
      if (i % 37 == 5) {                                                        \
        last = i;                                                               \
      }                                                                         \
      if (i < 60) {                                                             \
        other = i * 2;                                                          \
      }                                                                         \
    }                                                                           \
    CHECK_EQUAL(last, 190);                                                     \
    CHECK_EQUAL(other, 118);                                                    \
  } while (0)

int main() {
  for (int round = 0; round < 10; ++round) {
    CONDITIONAL(schedule(static));
    CONDITIONAL(schedule(static, 7));
    CONDITIONAL(schedule(dynamic, 3));
    CONDITIONAL(schedule(guided));
    CONDITIONAL(schedule(runtime));
  }
  unsigned long last = 0;
#pragma omp parallel
#pragma omp for lastprivate(conditional : last) schedule(dynamic)
  for (unsigned long i = 0; i < 100; ++i) {
    if (i % 42 == 0) {
      last = i;
    }
  }
  CHECK_EQUAL(last, 84);
  int section = 0;
#pragma omp parallel sections lastprivate(conditional : section)
  {
#pragma omp section
    section = 1;
#pragma omp section
    section = 2;
#pragma omp section
    if (section == 99) {
      section = 3;
    }
  }
  CHECK_EQUAL(section, 2);
}
