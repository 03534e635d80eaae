// SPDX-License-Identifier: Apache-2.0
// clang-format off
#define K 1
#pragma splice func Writes(range(p, p + 64))
void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 64))
  { p[n] += K; }
%:undef K
%:define K 5  // error: the macro 'K' has several meanings
#pragma splice step Writes(range(p, p + 64))
  { p[n + 8] += K; }
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) { f(a, t); }
}
