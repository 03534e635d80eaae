// SPDX-License-Identifier: Apache-2.0

// Loops with the modifier simd as compilers of LLVM's interface call them: pieces are multiples of
// the iterations that one vector has, but for the last piece.

#include <omp.h>
#include <string.h>

#include "check.h"

typedef struct ident ident;

extern int __kmpc_global_thread_num(ident*);
extern void __kmpc_dispatch_init_4(ident*, int, int, int, int, int, int);
extern int __kmpc_dispatch_next_4(ident*, int, int*, int*, int*, int*);

enum { guided_simd = 46, runtime_simd = 47, vector = 4, threads = 3, most = 400 };

static int owners[most];
static int lengths[most];
static int pieces;

/// Has the loop executed, by `threads` threads. The lengths are those of its pieces, unordered.
static void execute(int schedule, int first, int last, int step) {
  const int count = (last - first) / step + 1;
  memset(owners, -1, sizeof owners);
  pieces = 0;
#pragma omp parallel num_threads(threads)
  {
    int is_last = 0;
    int from = 0;
    int to = 0;
    int by = 0;
    const int self = __kmpc_global_thread_num(NULL);
    __kmpc_dispatch_init_4(NULL, self, schedule, first, last, step, vector);
    while (__kmpc_dispatch_next_4(NULL, self, &is_last, &from, &to, &by)) {
      CHECK_EQUAL(by, step);
      const int length = (to - from) / step + 1;
      CHECK_EQUAL(is_last, to == last);
      CHECK(length % vector == 0 || to == last);
#pragma omp critical
      lengths[pieces++] = length;
      for (int i = from; step > 0 ? i <= to : i >= to; i += step) {
        int* const owner = &owners[(i - first) / step];
        CHECK_EQUAL(*owner, -1);
        *owner = omp_get_thread_num();
      }
    }
  }
  for (int i = 0; i < count; ++i) {
    CHECK(owners[i] >= 0);
  }
}

static int longest(void) {
  int found = 0;
  for (int i = 0; i < pieces; ++i) {
    found = lengths[i] > found ? lengths[i] : found;
  }
  return found;
}

static void execute_all(int schedule) {
  for (int count = 1; count < 100; count += 7) {
    execute(schedule, 0, count - 1, 1);
    execute(schedule, 10, 10 + (count - 1) * 3, 3);
    execute(schedule, 500, 500 - (count - 1) * 2, -2);
  }
}

int main(void) {
  execute_all(guided_simd);
  execute(guided_simd, 0, most - 1, 1);
  CHECK(longest() >= most / threads / 2);
  for (int kind = omp_sched_static; kind <= omp_sched_auto; ++kind) {
    for (int chunk = 0; chunk < 4; ++chunk) {
      omp_set_schedule((omp_sched_t)kind, chunk);
      execute_all(runtime_simd);
    }
  }
  omp_set_schedule(omp_sched_dynamic, 3);
  execute(runtime_simd, 0, most - 1, 1);
  CHECK_EQUAL(longest(), 3 * vector);
  omp_set_schedule(omp_sched_guided, 2);
  execute(runtime_simd, 0, most - 1, 1);
  for (int i = 0; i < pieces; ++i) {
    CHECK_EQUAL(lengths[i] % (2 * vector), 0);
  }
  omp_set_schedule(omp_sched_static, 2);
  execute(runtime_simd, 0, most - 1, 1);
  CHECK_EQUAL(longest(), 2 * vector);
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(owners[i], i / (2 * vector) % threads);
  }
  omp_set_schedule(omp_sched_static, 0);
  execute(runtime_simd, 0, 29, 1);
  CHECK(pieces <= threads);
  CHECK_EQUAL(longest(), 12);
  return 0;
}
