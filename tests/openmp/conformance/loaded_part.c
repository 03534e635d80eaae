// SPDX-License-Identifier: Apache-2.0

// What loaded.c loads.

#include <omp.h>

int loaded_threads(void);
long loaded_sum(int count);

static int kept;
#pragma omp threadprivate(kept)

int loaded_threads(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    kept = omp_get_thread_num();
    ++members;
  }
  return members;
}

long loaded_sum(int count) {
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 10) reduction(+ : sum)
    for (int i = 0; i < count; ++i) {
      sum += i;
    }
    if (kept != omp_get_thread_num()) {
#pragma omp atomic
      sum += 1000000;
    }
#pragma omp single
    {
#pragma omp task shared(sum)
      {
#pragma omp atomic
        sum += 1;
      }
#pragma omp taskwait
#pragma omp atomic
      sum -= 1;
    }
  }
  return sum;
}
