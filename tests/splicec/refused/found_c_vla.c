// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
static int g = 1;

static long a[64];
#pragma splice func Writes(range(p, p + 64))
static void f(long* p, long k) {
#pragma splice step Writes(range(p, p + 64), range(&g, &g + 1))
  { g += 1; p[1] += g; }
  k = (long)sizeof(char[g]);
#pragma splice step Writes(range(p, p + 64))
  { p[k] += 1; }  // error: after a step has changed|this uses 'k'
}
int main(void) {
  int t;
#pragma splice try(4)
  for (t = 0; t < 3; t++) { f(a, t); }
  for (t = 0; t < 64; t++) { printf("%ld ", a[t]); }
  return 0;
}
