// SPDX-License-Identifier: Apache-2.0

// A function that a block declares would be another one in an unnamed namespace.

// clang-format off
#include <cstdio>
static long m[8];
namespace { long other(long x) { return 3 * x; } }
#pragma splice func Everything
static void f(long* p, long t) {
  long counted(long);  // error: is declared in a block
#pragma splice step Everything
  {
    long other(long);  // error: is declared in a block
    p[0] = p[0] * 3 + other(t) + counted(t);
  }
}
#pragma splice func Everything
void g(long* p, long t) {
#pragma splice step Everything
  {
    long counted(long);  // g is in the namespace that counted is in
    p[0] += counted(t);
  }
}
long other(long x) { return x; }
long counted(long x) { return x + 1; }
int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    f(m, t);
    g(m, t);
  }
  std::printf("%ld\n", m[0]);
}
