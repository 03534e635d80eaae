// SPDX-License-Identifier: Apache-2.0
// Variables and calls that one macro contains together have one place in the source.
#include <cstdio>

#define VARIABLES double first = 0, second = 1;
#define CALL get (&third)(3)
#define VARIABLE_AND_LAMBDA \
  double fourth = 1;        \
  auto change = [&] {       \
    fourth += 1;            \
  };

using function = void (*)(int);

static double* kept;

static void nothing(int /*unused*/) {}

static function get(double* from) {
  kept = from;
  return nothing;
}

#pragma splice func Writes(range(a, a + n))

static void add(double* a, long n, double by) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = 0; i < n; ++i) {
    a[i] += by;
  }
}

static void variables(double* x) {
  VARIABLES
  x[0] = first;
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(&second, 1, t);
    if (second > 3) {
      add(x, 2, second);  // error: uses 'second', whose address is known elsewhere
    }
  }
}

static void calls(double* x) {
  double third = 0;
  CALL;
  double* const again = kept;
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(again, 1, 4);
    if (third > 3) {
      add(x, 2, third);  // error: uses 'third', whose address is known elsewhere
    }
  }
}

static void lambdas(double* x) {
  VARIABLE_AND_LAMBDA
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(x, 2, fourth);  // error: uses 'fourth', whose address is known elsewhere
#pragma splice step Writes(range(x, x + 1))
    {
      change();
    }
  }
}

int main() {
  double x[8] = {};
  variables(x);
  calls(x);
  lambdas(x);
  std::printf("%g\n", x[0]);
}
