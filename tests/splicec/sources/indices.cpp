// SPDX-License-Identifier: Apache-2.0

// Loops that are cut, with indices and bounds of other types.
#include <cstdio>

static double values[600];

#pragma splice func Writes(range(values, values + 600))

void cut(unsigned first, int n, unsigned char m) {
#pragma splice step over(i) slice(3) Writes(range(values, values + 600))
  for (int i = first - 1; i < n; ++i) {
    values[i + 1] += i + 1;
  }
#pragma splice step over(i) slice(5) Writes(range(values, values + 600))
  for (unsigned char i = n * 100; i < m; ++i) {
    values[i] += 2 * i;
  }
#pragma splice step over(i) slice(4) Writes(range(values, values + 600))
  for (long i{n}; i <= n + 6L; i++) {
    values[i] += 3;
  }
#pragma splice step over(i) slice(4) Writes(range(values, values + 600))
  for (short i(n + 65536); i < m; i += 1) {
    values[i] += 5;
  }
#pragma splice step over(i) slice(2) Writes(range(values, values + 600))
  for (unsigned long i = 7; m >= i; ++i) {
    values[i] += 0.5;
  }
#pragma splice step over(i) slice(2) Writes(range(values, values + 600))
  for (unsigned i = 2; i < static_cast<unsigned>(n) - 1; ++i) {
    values[i] += 0.25;
  }
}

int main() {
#pragma splice try(3)
  for (int t = 0; t < 5; ++t) {
    cut(t % 2, 10 + t, 250 + t);
  }
  for (double one : values) {
    std::printf("%.17g\n", one);
  }
}
