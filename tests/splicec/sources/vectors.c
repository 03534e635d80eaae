// SPDX-License-Identifier: Apache-2.0

/* C as it was written before 1999: variables at the top of functions. */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 30000
#define CUTOFF 500

typedef struct {
  double* data;
  int size;
} vector;

static double x[SIZE], y[SIZE], z[SIZE];

#pragma splice func Reads(range(a.data, a.data + a.size)) Writes(range(b, b + a.size))

static void axpy(double factor, vector a, double b[]) {
  int i, half;
  double t;

  if (a.size > CUTOFF) {
    vector rest = a;
    half = a.size / 2;
    a.size = half;
    rest.data += half;
    rest.size -= half;
    axpy(factor, a, b);
    axpy(factor, rest, b + half);
  } else {
#pragma splice step Reads(range(a.data, a.data + a.size)) Writes(range(b, b + a.size))
    for (i = 0; i < a.size; i++) {
      t = factor * a.data[i];
      b[i] = b[i] + t;
    }
  }
}

int main(void) {
  int i;
  vector of_x, of_y;
  of_x.data = x;
  of_x.size = SIZE;
  of_y.data = y;
  of_y.size = SIZE - 1;
  for (i = 0; i < SIZE; i++) {
    x[i] = i * 0.37;
    y[i] = 1.0 / (i + 1);
  }
#pragma splice try(SIZE > 1 ? 4 : 1)
  for (i = 0; i < 6; i++) {
    axpy(0.5 + i, of_x, y);
    axpy(1e-3, of_y, z + 1);
  }
  for (i = 0; i < SIZE; i += 101) {
    printf("%.17g %.17g\n", y[i], z[i]);
  }
  return 0;
}
