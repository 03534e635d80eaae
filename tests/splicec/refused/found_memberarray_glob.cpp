// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

struct S { long k[4]; };
S g;
#pragma splice func Writes(range(p, p + 8), range(&g.k[0], &g.k[0] + 4))
void f(long* p) {
#pragma splice step Writes(range(&g.k[0], &g.k[0] + 4))
  g.k[1] += 5;
  add(p, g.k[1], 1);  // error: uses 'g', a variable outside of th
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
