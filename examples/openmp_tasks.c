// SPDX-License-Identifier: Apache-2.0

// An OpenMP program as it is, for Nuthatch's OpenMP runtime: it is compiled by any compiler, and
// runs by `nuthatch omp -- ./openmp_tasks`.
//
//   openmp_tasks [n]

#include <stdio.h>
#include <stdlib.h>

static long fib(int n) {
  long left = 0;
  long right = 0;
  if (n < 2) {
    return n;
  }
#pragma omp task shared(left)
  left = fib(n - 1);
  right = fib(n - 2);
#pragma omp taskwait
  return left + right;
}

int main(int count, char** arguments) {
  const int n = count > 1 ? atoi(arguments[1]) : 30;
  long found = 0;
  long before = 1;
  long expected = 0;
  for (int i = 0; i < n; ++i) {
    const long next = before + expected;
    before = expected;
    expected = next;
  }
#pragma omp parallel
#pragma omp single
  found = fib(n);
  printf("fib(%d) = %ld\n", n, found);
  return found == expected ? 0 : 1;
}
