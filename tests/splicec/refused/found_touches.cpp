// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
void touches(long* p, long n) { p[0] += n; }
#pragma splice func Writes(range(p, p + n))
void f(long* p, long n) {
#pragma splice step Writes(range(p, p + n))
  { touches(p, n); }  // error: touches is a name of what the tran
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, 4); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
