// SPDX-License-Identifier: Apache-2.0

// A variable that a block declares would be another one in an unnamed namespace.

// clang-format off
#include <cstdio>
static long m[8];
namespace { const int limit = 3; }
#pragma splice func Everything
static void f(long* p, long t) {
  extern const int bound;  // error: 'bound' is declared in a block, and would be another variable
  if (t > bound) { return; }
#pragma splice step Everything
  {
    extern long shared;  // error: 'shared' is declared in a block, and would be another variable
    p[0] = p[0] * 3 + shared + limit;
  }
}
extern const int bound = 4;
long shared = 3;
int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) { f(m, t); }
  std::printf("%ld\n", m[0]);
}
