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
#pragma splice func Writes(range(p, p + 8), range(&s->k[0], &s->k[0] + 4))
void f(long* p, S* s) {
#pragma splice step Writes(range(&s->k[0], &s->k[0] + 4))
  s->k[1] += 5;
  add(p, s->k[1], 1);  // error: looks into 'k' through a pointer
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, &g); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
