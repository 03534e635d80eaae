// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#pragma splice func Everything

static void f(double* p) {
#pragma splice step Everything
  p[0] += 1;
}

int main(void) {
  double a[1] = {3};
  _Float16 half = (_Float16)a[0];  // error: _Float16 more precisely // error: _Float16 more
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(a);
  }
  printf("%g %g\n", a[0], (double)half);
}
