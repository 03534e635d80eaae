// SPDX-License-Identifier: Apache-2.0
// What macros in macros mean in C and in C++.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ID(...) __VA_ARGS__
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define ROOT(x) LARGER(sqrt(x), 1.0)
#define NARROW(x) ID(abs(x))
#define SIZE ID(sizeof 'a')
#define INNER ID(value)
#define SMALL(a, b) ID(((__typeof__(a < b))(5)) + 0)
#define THIRD(first, second, third, ...) third
#define COUNT(...) THIRD(__VA_ARGS__, 2, 1, 0)

enum { value = 1 };

#pragma splice func Writes(range(a, a + n))

static void sweep(double* a, long n) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = 0; i < n; ++i) {
    a[i] += i;
  }
}

int main(void) {
  double x[8] = {0};
#pragma splice try(2)
  for (int t = 0; t < 3; ++t) {
    sweep(x, 8);
  }
  float f = 2.1F;
  long many = 5000000000;
  printf("%g\n", ROOT(f));            // error: is of type double \(double\) in C and float
  printf("%d\n", (int)NARROW(many));  // error: is of type int \(int\) in C and long
  printf("%d\n", (int)SIZE);          // error: this is 4 in C and 1 in C\+\+
  printf("%d\n", SMALL(1, 2));        // error: of type int in C and bool

  struct pair {
    enum { value = 2 } first;
  };

  printf("%d\n", INNER);            // error: this is 2 in C and 1 in C\+\+
  printf("%d\n", COUNT(1'2, 3'4));  // error: means something else in C
  printf("%g\n", x[0]);
}
