// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
enum { N = 1 };

static long a[64];
#pragma splice func Writes(range(p, p + 64))
static void f(long* p, long k) {
#pragma splice step Writes(range(p, p + 64))
  { struct S { enum { N = 2 } e; int v; } s;
    s.v = N;  // error: this is 2 in C and 1 in C\+\+
    p[k] += s.v; }
}
int main(void) {
  int t;
#pragma splice try(4)
  for (t = 0; t < 3; t++) { f(a, t); }
  for (t = 0; t < 64; t++) { printf("%ld ", a[t]); }
  return 0;
}
