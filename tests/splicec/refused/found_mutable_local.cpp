// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

struct S { mutable long m; long k; void set(long v) const { m = v; } };
long a[64];
int main() {
  const S s{1, 2};
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    add(a, s.m, t);  // error: uses 's', which is more than plain
#pragma splice step Writes(range(a, a + 64))
    s.set(a[0] % 5 + 3);
    add(a, s.m, t + 1);  // error: uses 's', which is more than plain
  }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
