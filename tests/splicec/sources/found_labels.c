// SPDX-License-Identifier: Apache-2.0

// Labels directly before a brace.

// clang-format off
#include <stdio.h>

static int rest(int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 2) goto next;
    printf("%d\n", i);
    next: /* the end; */
  }
  switch (n) {
    case 1:
      puts("one");
      break;
    case 2:
    default:
  }
  { goto empty; empty: ; }
  goto end;
  end:
}

#pragma splice func Everything
static void f(int* p, int n) {
#pragma splice step Everything
  { p[0] += n + 1; }
}

int main(void) {
  int a[4] = {3};
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    f(a, i);
  }
  printf("%d\n", a[0]);
  rest(a[0]);
  return 0;
}
