/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of C outside of steps that C++ would call otherwise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double data[256];

#pragma splice func Writes(range(p + (long)floor(x), p + (long)ceil(y) + 1))

static void add(double* p, float x, float y, long k) {
  const long first = (long)floor(x);
  const long last = (long)ceil(y);
  const double w = fabs(x) + fmin(x, y) + fmax(x, 2) + abs((int)k) + labs(k) + trunc(y) +
                   copysign(1, -x) + fabsf(x) + floor(fabs(x / 3));
#pragma splice step Writes(range(p + first, p + last + 1))
  for (long i = first; i <= last; ++i) {
    p[i] = p[i] * 0.5 + w + sqrt(x);
  }
}

int main(void) {
  double* p = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    const float f = (float)t * 1.5F;
    add(p, fabs(f), f + 30, -t);
    add(p, floor(f), ceil(f + 3.2F), abs(-t));
    if (floor(f) > 3) {
      add(p, 1.5F, 4, 2);
    }
  }
  for (int i = 0; i < 256; ++i) {
    printf("%.17g\n", data[i]);
  }
  return 0;
}
