// SPDX-License-Identifier: Apache-2.0

// Headers of the translation define INT_MAX.

#ifndef INT_MAX
  #define INT_MAX 17
#endif

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += INT_MAX;  // error: behind nuthatch/splice\.hpp.*means something else
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
