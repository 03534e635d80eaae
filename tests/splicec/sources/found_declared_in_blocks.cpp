// SPDX-License-Identifier: Apache-2.0

// What a block of a static function declares is in the namespace of that function.

// clang-format off
#include <cstdio>
static long m[8];
namespace { const int limit = 3; [[maybe_unused]] long other(long x) { return 3 * x; } }
#pragma splice func Everything
static void f(long* p, long t) {
  extern const int bound;
  long counted(long);
  if (t > bound) { return; }
#pragma splice step Everything
  {
    extern long shared;
    long other(long);
    p[0] = p[0] * 3 % 1009 + shared + limit + other(t) + counted(t);
  }
}
#pragma splice func Everything
void g(long* p, long t) {
#pragma splice step Everything
  {
    long counted(long);
    p[1] = p[1] * 5 % 1013 + p[0] + counted(t);
  }
}
extern const int bound = 9;
long shared = 3;
long other(long x) { return x; }
long counted(long x) { return x + 1; }
int main() {
#pragma splice try(4)
  for (int t = 0; t < 12; ++t) {
    f(m, t);
    g(m, t);
  }
  std::printf("%ld %ld, with a limit of %d\n", m[0], m[1], limit);
}
