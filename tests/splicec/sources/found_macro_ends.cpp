// SPDX-License-Identifier: Apache-2.0
// Expressions that begin or end in macros, in their arguments, or in macros that macros use.
#include <cstdio>

#define ID(...) __VA_ARGS__
#define INC(n) n + 1
#define DBL(n) 2 * n
#define NEG(n) -n
#define SUB(n, m) n - m
#define LESS ID(-5)
#define PLUS ID(+3)
#define OVER(n) ID(x[n] > 5)
#define ABOVE(n, m) n > m
#define ABOVE_IN_PARENTHESES(n, m) ((n) > (m))
#define BOTH double first = 1, second = 2;

#pragma splice func Writes(range(a, a + n))

static void scale(double* a, long n, double by = 3 PLUS) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = 2 PLUS; i < n LESS; ++i) {
    a[i] = a[i] * 1.5 + by + static_cast<double>(i);
  }
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = INC(1) - DBL(2) + NEG(1) + DBL(3); i <= SUB(n, 3); ++i) {
    a[i] = a[i] * 0.5 + by;
  }
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = DBL(1) + NEG(1); SUB(n, 2) > i; ++i) {
    a[i] = a[i] + 1;
  }
}

static double in_locals(double* x) {
  BOTH const auto get = [&]() {
    return second;
  };
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    scale(x, 40, first);
#pragma splice step Writes(range(x, x + 8))
    {
      x[2] += get();
    }
    second = second + 1;
  }
  return first + second;
}

int main() {
  double x[40] = {};
  for (int i = 0; i < 40; ++i) {
    x[i] = i % 7;
  }
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    scale(x, 40);
    if (INC(x[7]) > DBL(x[8])) {
      scale(x, 20, 2);
    }
    if (OVER(9)) {
      scale(x, 30, -4);
    }
    if (ABOVE(x[11], 9)) {
      scale(x, 24, -1);
    }
    if (ABOVE_IN_PARENTHESES(x[12], x[13])) {
      scale(x, 16, -2);
    }
    for (int k = 0; k < 3 && ABOVE(x[14], k); ++k) {
      scale(x, 18, -1.5);
    }
    while (ABOVE(x[15], 20)) {
      scale(x, 20, -30);
    }
  }
  double sum = in_locals(x);
  for (const double each : x) {
    sum = sum * 1.01 + each;
  }
  std::printf("the sum of all elements: %.17g\n", sum);
}
