// SPDX-License-Identifier: Apache-2.0

// C has unsigned values of the enumeration, and C++ those of an int.
#include <stdio.h>

enum mode { one, two };

static long a[8];
static double w[8];

#pragma splice func Writes(range(p, p + 8))

static void f(long* p, long n) {
  enum mode m = (enum mode)(n - 1);
#pragma splice step Writes(range(p, p + 8))
  p[n] += m + 0L;  // error: an enumeration may have another value here in C\+\+
#pragma splice step Writes(range(p, p + 8))
  p[n] += (int)m + 0L;
#pragma splice step Writes(range(p, p + 8)) Writes(range(w, w + 8))
  w[n] = m == two ? w[n] * m : 2;  // error: an enumeration may have another value here in C\+\+
#pragma splice step Writes(range(p, p + 8))
  p[n] += m == two ? p[m] : 2;
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) {
    f(a, t);
  }
  for (int t = 0; t < 8; t++) {
    printf("%ld %g ", a[t], w[t]);
  }
  return 0;
}
