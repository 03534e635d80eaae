// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void f(long* p, long n) {
#pragma splice step over(i) slice(4) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n--; ++i) { p[i] += i; }  // error: bound of a loop that is cut changes 'n'
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, 40); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
