// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

struct S { long v; constexpr S* self() { return this; } };
#pragma splice func Writes(range(p, p + 16))
void f(long* p, long k) {
  S s{k};
  S* q = s.self();  // error: calls 'self', which is neither spl
#pragma splice step Writes(range(p, p + 16))
  { p[0] += q->v; }
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { f(a, t); add(a, 3, 2); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
