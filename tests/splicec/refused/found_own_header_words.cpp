// SPDX-License-Identifier: Apache-2.0

// Macros of a header of the program's own.

#include "../words.inc"

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += NEXT;  // error: __COUNTER__ would be another value
#pragma splice step Writes(range(p, p + 64))
  p[n] += WHERE[0];  // error: __func__ would be another name
#pragma splice step Writes(range(p, p + 64))
  p[n] += __BASE_FILE__[0];  // error: __BASE_FILE__ would be another name
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
