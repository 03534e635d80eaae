// SPDX-License-Identifier: Apache-2.0

// Names for the assembler of functions that have other names in C++.

// clang-format off
#include <stdio.h>
static long a[64];
#define AS(name) __asm__(#name) __attribute__((weak))
long dup(long x) { return x + 5; }
extern long dup_too(long) AS(dup);  // error: 'dup_too' has the name of 'dup' for the assembler
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += n + (dup_too ? dup_too(n) : 1000);
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) f(a, t);
  printf("%ld %ld\n", a[0], dup(3));
}
