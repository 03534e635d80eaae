// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
struct T { int a; int b; };

static long a[64];
#pragma splice func Writes(range(p, p + 64))
static void f(long* p, long k) {
#pragma splice step Writes(range(p, p + 64))
  { struct S { struct T { int b; int a; } m; };  // error: T in C and S::T // error: T in C and S
    struct T t = {1, 2}; p[k] += t.a; }
}
int main(void) {
  int t;
#pragma splice try(4)
  for (t = 0; t < 3; t++) { f(a, t); }
  for (t = 0; t < 64; t++) { printf("%ld ", a[t]); }
  return 0;
}
