// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <iterator>
struct V { const long* p; long size() const { return *p % 7; } };
#pragma splice func Writes(range(p, p + n))
void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 3 + v + i; }
}
#pragma splice func Writes(range(p, p + 64))
void f(long* p) {
  V v{p};
#pragma splice step Writes(range(p, p + 1))
  p[0] += 3;
  add(p + 8, std::size(v), 1);  // error: calls 'size', which is neither
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a); }
}
