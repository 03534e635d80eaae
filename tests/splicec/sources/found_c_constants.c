// SPDX-License-Identifier: Apache-2.0

// Constants that other sources may name, which have internal linkage in C++.

#include <stdio.h>

struct pair {
  int first;
  int second;
};

typedef enum { none, some } kind;

static double m[8];

static double scaled(double x) {
  extern const double scale;
  extern const int table[];
  extern const struct pair both;
  return x * scale + table[1] + both.second;
}

const double scale = 0.5, other_scale = 2;
const int table[] = {3, 4, 5};
const struct pair both = {6, 7};
const char* const names[2] = {"a", "b"};
const kind which = some;

#pragma splice func Writes(range(p, p + 1))

static void f(double* p, double v) {
#pragma splice step Writes(range(p, p + 1))
  p[0] = p[0] * scale + v + table[2] + both.first + other_scale;
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    f(m, t);
  }
  printf("the sum, scaled, and a name: %g %g %s\n", m[0], scaled(m[0]), names[which]);
  return 0;
}
