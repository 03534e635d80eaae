// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
struct B { unsigned long long b : 40; };  // error: wider than an int is of another type

static long a[64];
#pragma splice func Writes(range(p, p + 64))
static void f(long* p, long k) {
  struct B s;
  s.b = 0xffffffffffull;
#pragma splice step Writes(range(p, p + 64))
  { p[k] += (long)(s.b + 1); }
}
int main(void) {
  int t;
#pragma splice try(4)
  for (t = 0; t < 3; t++) { f(a, t); }
  for (t = 0; t < 64; t++) { printf("%ld ", a[t]); }
  return 0;
}
