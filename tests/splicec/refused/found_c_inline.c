// SPDX-License-Identifier: Apache-2.0

// Inline functions that C emits, and C++ only where they are called; names that a macro hides.

// clang-format off
#include <stdio.h>
static long a[64];
#define TWICE(name) inline int name(int x) { return x; } inline int name##_2(int x) { return x; }
TWICE(in_line)  // error: 'in_line_2' is inline, and a declaration makes it known
extern inline int in_line(int x);
extern inline int in_line_2(int x);
inline __attribute__((gnu_inline)) int gnu(int x) { return x; }  // error: 'gnu' is inline, and a
#define TABLE(name) typedef struct { int a; } name##_t; const name##_t name = {1};
TABLE(table)  // error: 'table' is known to other sources by this name in C
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += n + table.a;
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) f(a, t);
  printf("%ld\n", a[0]);
}
