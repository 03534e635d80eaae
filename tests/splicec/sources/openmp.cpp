// SPDX-License-Identifier: Apache-2.0

// Pragmas of OpenMP in steps and outside of translated code; macros that swap.
#include <cstdio>

#ifdef _OPENMP
  #include <omp.h>
#endif

#define SWAP(a, b)            \
  do {                        \
    double* const kept = (a); \
    (a) = (b);                \
    (b) = kept;               \
  } while (0)

static double first[1000];
static double second[1000];

#pragma splice func Reads(range(from, from + n)) Writes(range(to, to + n))

void smooth(const double* from, double* to, long n) {
  if (n > 100) {
    smooth(from, to, n / 2);
    smooth(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
#pragma splice step Reads(range(from, from + n)) Writes(range(to, to + n))
  {
#pragma omp parallel for
    for (long i = 0; i < n; ++i) {
      to[i] = (from[i] * 3 + from[(i + 1) % n]) / 4;
    }
#ifdef _OPENMP
    to[0] += omp_in_parallel();
#endif
  }
#pragma splice step Writes(range(to, to + n))
#pragma omp simd
  for (long i = 0; i < n; ++i) {
    to[i] += 1;
  }
}

#pragma splice func Everything

void twice(double* a, double* b) {
  SWAP(a, b);
  smooth(a, b, 1000);
  SWAP(a, b);
  smooth(a, b, 1000);
}

int main() {
  double* from = first;
  double* to = second;
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i) {
    first[i] = i;
  }
#pragma splice try(4)
  for (int t = 0; t < 10; ++t) {
    smooth(from, to, 1000);
    twice(from, to);
    SWAP(from, to);
  }
  double sum = 0;
  for (const double one : first) {
    sum = sum * 0.9 + one;
  }
  std::printf("%.17g and %.17g\n", sum, second[17]);
}
