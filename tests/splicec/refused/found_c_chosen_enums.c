// SPDX-License-Identifier: Apache-2.0
// Operators on the results of conditional operators, which are signed in C++ alone.
#include <stdio.h>

enum op { SCALE, ADD, SHIFT = 7 };

static double v[64];
#pragma splice func Writes(range(v, v + 64))

static void f(int n, enum op which) {
#pragma splice step Writes(range(v, v + 64))
  for (int i = 0; i < 64; ++i) {
    v[i] = (n > 2 ? ADD : which) > n ? v[i] + n : 3;  // error: this compares other types in C
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = -6; t < 6; ++t) {
    f(t, t > 3 ? SCALE : SHIFT);
  }
  const enum op o = v[1] > 7 ? ADD : SHIFT;
  unsigned long u = (v[0] > 3 ? SCALE : o) - 1;  // error: this is of type unsigned int in C and int
  unsigned long w = -(v[0] > 3 ? SCALE : o);     // error: this is of type unsigned int in C and int
  printf("%g %lu %lu\n", v[5], u, w);
  return (v[0] > 3 ? SCALE : o) * -1 / 2;  // error: this is of type unsigned int in C and int
}
