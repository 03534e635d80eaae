// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

#pragma splice func Writes(range(p, p + 16))
void f(long* p, int k) {
  long x = 1;
  for (int r = 0; r < 4; ++r) {
#pragma splice step Writes(range(p, p + 16))
    { x = 7; p[0] += x; }
    if (r == k) { break; }
    x = 2;
  }
  add(p, x, 1);  // error: this uses 'x' after a step has cha
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, t); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
