// SPDX-License-Identifier: Apache-2.0

/* What C calls, and C++ would call otherwise. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { small, large };

static float a[64];

static _Noreturn void fail(void) {
  exit(3);
}

#pragma splice func Writes(range(p + low, p + high))

void root(float* restrict p, long low, long high) {
  if (high - low > 8) {
    const long middle = (low + high) / 2;
    root(p, low, middle);
    root(p, middle, high);
    return;
  }
#pragma splice step Writes(range(p + low, p + high))
  for (long i = low; i < high; ++i) {
    const _Bool odd = i % 2 == 1;
    if (i >= 64) {
      fail();
    }
    const enum kind which = odd ? large : small;
    p[i] = sqrt(p[i]) * 3 + i + fabs(p[i] / 3) + abs(-3.7) + pow(p[i], 0.3f) + 'a';
    p[i] += which == large ? floor(p[i]) : _Alignof(double);
  }
}

int main(void) {
  float* p = a;
  for (int i = 0; i < 64; i++) {
    a[i] = i * 1.1f;
  }
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    root(p, 0, 64);
  }
  for (int i = 0; i < 64; i++) {
    printf("%.9g\n", a[i]);
  }
  return 0;
}
