// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

long a[64];
int main() {
  long x = 1;
#pragma splice try(4)
  {
    add(a, 8, 1);
#pragma splice step Writes(range(a, a + 8))
    { x = 5; a[0] += x; }
  }
  try {
    if (a[0] > 0) { throw 1; }
    x = 2;
  } catch (int) {
  }
  std::printf("%ld\n", x);  // error: this uses 'x' after a step has cha
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
