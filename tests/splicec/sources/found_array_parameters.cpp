// SPDX-License-Identifier: Apache-2.0

// Steps that read parameters that are written as arrays, which are pointers.
#include <cstdio>

static double a[200];
static const int factors[2] = {3, 4};
static const double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};

#pragma splice func Writes(range(a + low, a + high))

static void add(const int r[2], const double rows_of[][3], int low, int high) {
#pragma splice step Writes(range(a + low, a + high))
  for (int k = low; k < high; ++k) {
    a[k] += r[k % 2] * rows_of[k % 2][k % 3];
  }
#pragma splice step over(i) slice(7) Writes(range(a + i.first, a + i.last))
  for (int i = low; i < high; ++i) {
    const int* const own = r;
    a[i] = a[i] * 0.75 + own[0] + *r;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(factors, rows, t, 150 + 5 * t);
  }
  for (int i = 0; i < 200; i += 9) {
    std::printf("%a\n", a[i]);
  }
}
