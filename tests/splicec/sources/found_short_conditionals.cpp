// SPDX-License-Identifier: Apache-2.0

// The extension a ?: b, which evaluates a once.
// clang-format off
#include <cstdio>
static double data[64];
#pragma splice func Writes(range(p, p + (n ?: 4)))
void add(double* p, long n, double v) {
  const long size = n ?: 4;
  if (size > 8) { add(p, size / 2, v); add(p + size / 2, size - size / 2, v); return; }
#pragma splice step Writes(range(p, p + size))
  for (long i = 0; i < size; ++i) { p[i] += v ?: 0.5; }
}
int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    long z = t;
    add(data, (z -= 3) ?: 64, t);
    add(data, 3, z ?: t);
    add(data, z ?: 9, 1);
  }
  for (double d : data) std::printf("%g\n", d);
}
