// SPDX-License-Identifier: Apache-2.0

// C that Clang takes for C++ and GCC does not; a macro that chooses another function in C++.

#include <math.h>
#include <stdatomic.h>  // error: GCC has no atomic types of C in C\+\+

#define NORM(x) sqrt(x)

static _Atomic long count;  // error: GCC has no _Atomic in C\+\+

static double a[64];

static long sum(long n, long p[n]) {  // error: no parameters of a length that is not constant
  return n + p[0] + count;
}

#pragma splice func Writes(range(p, p + 64))

static void add(double* p, long k) {
  float x = k + 2;
  __auto_type y = x;  // error: GCC has no __auto_type in C\+\+
#pragma splice step Writes(range(p, p + 64))
  p[k] += 1e15 * NORM(x);  // error: is of type double \(double\) in C and float
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) {
    add(a, t);
  }
  return sum(0, 0) == 0;
}
