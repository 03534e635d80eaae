// SPDX-License-Identifier: Apache-2.0

// Variables of the source that blocks declare.

#include <cstdio>

static long m[8];

#pragma splice func Everything

void f(long* p, long t) {
  extern const int bound;
  if (t > bound) {
    return;
  }
#pragma splice step Everything
  {
    extern long shared;
    p[0] = (p[0] * 3 + shared + t) % 10007;
    shared += 2;
  }
}

extern const int bound = 14;
long shared = 3;

int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
#pragma splice step Everything
    {
      extern long shared;
      ++shared;
    }
  }
  std::printf("the four sums: %ld %ld %ld %ld, %ld\n", m[0], m[1], m[2], m[3], shared);
}
