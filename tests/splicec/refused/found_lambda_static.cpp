// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
template <class F> long counted(F f) { static long calls = 0; return ++calls * f(); }
#pragma splice func Writes(range(p, p + 16))
void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 16))
  { p[0] += counted([=] { return n; }); }  // error: 'counted' may have variables for each type
}
long a[64];
int main() {
  f(a, 3);
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, t); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
