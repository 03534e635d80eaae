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
  auto run = [x](long* p) mutable {
#pragma splice try(4)  // error: this stands in a lambda that is mu
    {
      add(p, 8, x);
#pragma splice step Writes(range(p, p + 8))
      { x = 5; p[0] += x; }
    }
  };
  run(a);
  run(a);
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
