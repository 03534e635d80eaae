// SPDX-License-Identifier: Apache-2.0
// Where Clang shows no expressions: the arguments of attributes, and the type of va_arg.
#include <stdarg.h>
#include <stdio.h>

#define MIXED(type) type __attribute__((aligned(__alignof__(0 ? 'a' : 'b'))))
#define NEXT(list) va_arg(list, __typeof__(1 < 2))

struct aligned {  // error: this is 8 in C and 2 in C\+\+
  char first;
  _Alignas(sizeof 'a') char second;  // error: lies elsewhere in C than in C\+\+
};

typedef char character __attribute__((aligned(sizeof 'a')));  // error: attribute aligned has

static int order;

__attribute__((constructor(101 + sizeof 'a')))  // error: the attribute constructor has an argument
static void
begin(void) {
  order = 1;
}

static MIXED(char) mixed;  // error: the attribute aligned has an argument

static long sum(int n, ...) {
  va_list all;
  va_start(all, n);
  long result = va_arg(all, __typeof__('a'));  // error: of type int in C and char in C\+\+
  while (--n > 0) {
    result += NEXT(all);  // error: of type int in C and bool in C\+\+
  }
  va_end(all);
  return result;
}

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
  struct aligned one = {1, 2};
  character letter = 3;
  printf("%ld %d %d %g\n", sum(2, 300, 500), one.second + letter + mixed, order, x[0]);
}
