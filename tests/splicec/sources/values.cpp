// SPDX-License-Identifier: Apache-2.0

// Variables, enumerators and macros of the source with names of nuthatch::effects.
#include <cstdio>

#define effects 3
#define CELLS(p, n) range(p, p + n)

enum { extent = 90, whole };

static double values[100];

#pragma splice func Writes(range(p, p + extent + 10))

void first(double* p, long n) {
  const long strided = n + whole - extent - 1;
#pragma splice step over(i) slice(extent) Writes(CELLS(p + i.first, (i.last - i.first)))
  for (long i = 0; i < n; ++i) {
    p[i] += i + effects;
  }
#pragma splice step Writes(range(p, p + strided))
  for (long i = 0; i < strided; ++i) {
    p[i] *= 0.5;
  }
}

#pragma splice func Writes(range(p, p + (range > 3 ? range : 3)))

void second(double* p, long range) {
#pragma splice step over(i) slice(effects) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < range; ++i) {
    p[i] += i;
  }
}

int main() {
  double* const p = values;
#pragma splice try(effects)
  for (int t = 0; t < 8; ++t) {
    first(p, 100);
    second(p, 20);
  }
  double sum = 0;
  for (const double one : values) {
    sum = sum * 0.75 + one;
  }
  std::printf("%a %a %a\n", values[0], values[99], sum);
}
