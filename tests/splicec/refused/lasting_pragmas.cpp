// SPDX-License-Identifier: Apache-2.0

// Pragmas whose effect lasts would be there twice.
#include <cstdio>

long size;
double a[8];

#pragma splice func Writes(range(p, p + 8))

void f(double* p, long n) {
#pragma pack(push, 1)  // error: this pragma stands in what is translated, whose text may be in the

  struct packed {
    char c;
    long x;
  };

#pragma splice step Writes(range(p, p + 8))
  p[n] += sizeof(packed) / 3.0;
#pragma splice step Writes(range(p, p + 8))
#pragma GCC ivdep
  for (int i = 0; i < 8; ++i) {
    p[i] += 1;
  }
}

#pragma pack(pop)

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(a, t);
  }
  std::printf("%g\n", a[0]);
}
