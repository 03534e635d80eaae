// SPDX-License-Identifier: Apache-2.0

// Functions of C that may end without a value behind the default of a nested switch, and ones whose
// types mention functions that do not return.
#pragma GCC diagnostic ignored "-Wreturn-type"
#include <stdio.h>

struct noreturn_info {
  int x;
};

static int nested(int n, int m) {
  switch (n) {
    case 1:
      switch (m) {
        default:
          return 4;
      }
  }
}

static struct noreturn_info info(int n) {
  if (n) {
    struct noreturn_info r = {n};
    return r;
  }
}

static int given(int n, void (*end)(int) __attribute__((noreturn))) {
  if (n > 100) {
    end(n);
  } else if (n) {
    return n;
  }
}

#pragma splice func Everything

void f(int* p, int n) {
#pragma splice step Everything
  {
    nested(2, n);
    info(0);
    given(0, NULL);
    p[n % 4] = p[n % 4] * 3 + nested(1, n) + info(n + 1).x + given(n + 2, NULL);
  }
}

int main(void) {
  int a[4] = {3};
#pragma splice try(4)
  for (int i = 0; i < 9; ++i) {
    f(a, i);
  }
  for (int i = 0; i < 4; ++i) {
    printf("%d from here to there\n", a[i]);
  }
}
