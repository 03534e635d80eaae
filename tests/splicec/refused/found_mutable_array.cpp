// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

struct S { mutable long m; long k; };
const S g[2] = {{1, 2}, {3, 4}};
#pragma splice func Writes(range(p, p + 8), range(&g[0].m, &g[0].m + 1))
void f(long* p) {
#pragma splice step Writes(range(&g[0].m, &g[0].m + 1))
  g[0].m += 2;
  add(p, g[0].m, 1);  // error: looks into what is more than plain
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
