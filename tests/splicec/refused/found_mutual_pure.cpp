// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}

long g = 1;
constexpr long second(long n);
constexpr long first(long n) {
  if (n > 5) { return second(n - 1); }
  if (n > 0) { return g; }
  return 0;
}
constexpr long second(long n) { return n > 100 ? 1 : first(n); }
#pragma splice func Writes(range(p, p + 16), whole(g))
void f(long* p) {
#pragma splice step Writes(range(p, p + 16), whole(g))
  { g += 3; p[9] += first(2); }
  add(p, second(2), 1);  // error: calls 'second', which is neither spl
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a); }
  for (long i = 0; i < 64; ++i) { std::printf("%ld ", a[i]); }
  std::printf("\n");
}
