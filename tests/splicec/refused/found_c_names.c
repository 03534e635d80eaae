// SPDX-License-Identifier: Apache-2.0  // error: 'const // error: 'inline // error: 'unnamed

// Names that other sources know in C, and that the translation would lose.

// clang-format off
#include <stdio.h>
#include "../names_in_c.inc"
static long a[64];
extern inline int inline_of_header(int x);
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += n;
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) f(a, t);
  printf("%ld %d\n", a[0], inline_of_header(constant_of_header + unnamed_of_header.value));
}
