// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

#pragma splice func Everything

void set(int n, double* a) {
#pragma splice step Everything
  a[n] = 1;
}

static double sum(int n, double (*a)[n]) {  // error: C\+\+ has no pointers to arrays of a length
  return a[0][n - 1];
}

int main(void) {
  int n = 4;
  double(*a)[n] = malloc(sizeof(double[n][n]));  // error: C\+\+ has no pointers to arrays
#pragma splice try(2)
  set(n, a[0]);
  printf("%g\n", sum(n, a));
  return 0;
}
