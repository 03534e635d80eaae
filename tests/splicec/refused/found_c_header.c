// SPDX-License-Identifier: Apache-2.0

// A header of the program's own that is another one in C++.

#include "../other_in_c.inc"

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += FACTOR;  // error: means something else in C than in C\+\+
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
