// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cstdio>
thread_local long own = 0;
#pragma splice func Everything
void f(long* p) {
#pragma splice step Writes(range(p, p + 1), whole(own))  // error: effects are told by another
  { p[0] += 1; }
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) { f(a + t); }
  std::printf("%ld ", a[1]);
}
