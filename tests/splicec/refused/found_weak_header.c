// SPDX-License-Identifier: Apache-2.0  // error: weak_in_c.inc: 'weak_of_header' is weak and has

// A header that declares a weak function in C, which the linker would not miss under its name of
// C++.
#include <stdio.h>

#include "../weak_in_c.inc"

static long a[64];

#pragma splice func Writes(range(p, p + 1))

static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += n + (weak_of_header ? weak_of_header(n) : 1000);
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) {
    f(a, t);
  }
  printf("%ld\n", a[0]);
}
