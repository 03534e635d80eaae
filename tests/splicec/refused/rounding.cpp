// SPDX-License-Identifier: Apache-2.0

// The rounding mode is that of a thread.
#include <cfenv>
#include <cstdio>

double a[8];

#pragma splice func Writes(range(p, p + 8))

void f(double* p, long n) {
#pragma splice step Writes(range(p, p + 8))
  p[n] += n / 3.0 + std::fegetround();  // error: 'fegetround' is about the running thread
}

int main() {
  std::fesetround(FE_UPWARD);  // error: 'fesetround' is about the running thread, and another
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(a, t);
  }
  std::printf("%g\n", a[0]);
}
