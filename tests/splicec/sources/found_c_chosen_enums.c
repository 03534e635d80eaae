// SPDX-License-Identifier: Apache-2.0
// Conditional operators whose type is an enumeration in C++ and an integer in C.
#include <stdio.h>

enum op { SCALE, ADD, SHIFT = 7 };

static double v[64];

static enum op pick(int n, enum op other) {
  return n > 3 ? SCALE : other;
}

static int index_of(int n, enum op other) {
  int k[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  return k[n > 2 ? other : SHIFT];
}

#pragma splice func Writes(range(v, v + 64))

static void f(int n, enum op which) {
#pragma splice step Writes(range(v, v + 64))
  for (int i = 0; i < 64; ++i) {
    v[i] = (n > 2 ? ADD : which) == ADD ? v[i] + n : v[i] * 0.5 + (int)pick(n, which);
  }
  if (n > 0) {
    f(n - 1, n > 2 ? which : ADD);
  }
}

int main(void) {
  enum op o = (enum op) - 1;
  long long wide = v[0] > 5 ? SCALE : o;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    f(t, t > 3 ? SCALE : SHIFT);
  }
  printf("%d %lld %d %g\n", index_of(1, ADD), wide, v[3] > 100 ? SCALE : o, v[5]);
  switch (v[1] > 3 ? ADD : o) {
    case ADD:
      puts("add");
      break;
    default:
      puts("other");
  }
  return 0;
}
