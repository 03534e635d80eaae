// SPDX-License-Identifier: Apache-2.0

// A cleanup in the statement of a try runs before the calls that stand before it.
#include <stdio.h>

static double data[8];
static int ends;

static void done(const int* k) {
  ends += 10 + *k;
}

#pragma splice func Writes(range(p, p + 8))

void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    p[i] = p[i] * 0.5 + v + ends;
  }
}

int main(void) {
  double* q = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(q, t);
    int k __attribute__((cleanup(done))) = 1;  // error: 'k' has a cleanup, which runs before
    add(q, 2);
    {
      int alone __attribute__((cleanup(done))) = 1;
      ends += alone;
    }
  }
  for (int i = 0; i < 8; ++i) {
    printf("%g\n", data[i]);
  }
}
