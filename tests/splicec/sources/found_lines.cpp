// SPDX-License-Identifier: Apache-2.0

// Bounds on lines of their own, and a macro with the name of an attribute.

// clang-format off
#include <cstdio>
#define maybe_unused [[maybe_unused]]

maybe_unused static int factor = 4;

#pragma splice func Everything
static void f(int* p, int n) {
  int m = n;
#pragma splice step over(i) slice(2) Everything
  for (int i =
           __LINE__;
       i < m * __LINE__;
       ++i) {
    p[0] += i;
  }
#pragma splice step over(i, j) slice(2) Everything
  for (int i = 0;
       i < n + __LINE__;
       ++i) {
    for (int j = 0;
         j <
         __LINE__;
         ++j) {
      p[1] += i * j;
    }
  }
}

int main() {
  int a[4] = {};
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    f(a, i);
  }
  std::printf("sums of rows: %d, of cells: %d\n", a[0], a[1]);
}
