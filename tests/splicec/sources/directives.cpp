// SPDX-License-Identifier: Apache-2.0

// Directives between pragmas and what they are about; macros with names of the library's.
#include <cstdio>

#define call 3
#define step 2
#define first 1
#define run 4
#define LOOP(n) for (int t = 0; t < (n); ++t)

// Headers of the translation define it as well, and as the same.
#ifndef M_PI
  #define M_PI 3.14159265358979323846
#endif

static double values[64];

#ifndef WITHOUT
  #pragma splice func Writes(range(p + low, p + high))
#endif
#pragma GCC optimize("O1")

void add(double* p, long low, long high, double v) {
  if (high - low > call) {
    const long middle = (low + high) / step;
    add(p, low, middle, v);
    add(p, middle, high, v);
    return;
  }
#ifndef WITHOUT
  #pragma splice step over(i) slice(2) /* a comment
    that continues */ \
      Writes(range(p + low, p + high))
#endif
#pragma GCC ivdep
#define HALF 0.5
  for (long i = low; i < high; ++i) {
    p[i] = p[i] * HALF + v + i + __LINE__ + M_PI;
  }
#undef HALF
}

#pragma splice func Writes(range(p, p + 16))

void several(double* p, int n) {
  _Pragma("splice step Writes(range(p, p + 1))") p[0] += n;
#pragma splice step Writes(range(p, p + 1))
#line 700 "elsewhere.cpp"
  p[0] += __LINE__ + run;
  add(p, first, 16, __LINE__);
}

int main() {
  double* p = values;
#ifndef WITHOUT
  #pragma splice try(4)
#endif
  LOOP(6) {
    add(p, 0, 16, t);
    several(p + t, t);
  }
  _Pragma("splice try(3)") for (int t = 0; t < 6; ++t) {
    several(p + t, t);
  }
  for (double one : values) {
    std::printf("%.17g %d %s\n", one, __LINE__, __FILE__);
  }
}
