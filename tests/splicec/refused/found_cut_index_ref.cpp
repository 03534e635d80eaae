// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
void skip(long& i) { ++i; }
#pragma splice func Writes(range(p, p + n))
void f(long* p, long n) {
#pragma splice step over(i) slice(5) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 3 + i + 1;
    skip(i);  // error: may be changed by who has its address
  }
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, 40); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
