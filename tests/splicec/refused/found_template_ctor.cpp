// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

long next_value = 1;
struct S { long v; template <class... A> S(A...) : v(next_value++) {} };
struct W { S s; long k; };
#pragma splice func Writes(range(p, p + 16), whole(next_value))
void f(long* p) {
#pragma splice step Writes(range(p, p + 16), whole(next_value))
  { p[1] += next_value; next_value *= 3; }
  W w{};  // error: makes a W, which is more than plai
  add(p, w.s.v, 1);  // error: uses 'w', which is more than plain
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
