// SPDX-License-Identifier: Apache-2.0

/* Complex numbers, which C++ has in other ways. */
#include <complex.h>  // error: complex.h declares other functions and types in C\+\+

static double data[100];

#pragma splice func Everything

void square(double* p, long n) {
#pragma splice step Everything
  for (long i = 0; i < n; ++i) {
    double _Complex z = p[i] + 2.0i;  // error: C\+\+ has no imaginary number 2.0i
    p[i] = __real__(z * z);
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    square(data, 100);
  }
  return 0;
}
