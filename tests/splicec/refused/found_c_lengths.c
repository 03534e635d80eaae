// SPDX-License-Identifier: Apache-2.0

// Lengths that C calculates where a type is named, and operands that C evaluates for a length.

// clang-format off
#include <stdio.h>
static long a[64];
static int calls;
static int next(void) { return calls++; }
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  {
    typedef long row[n + 1];  // error: is calculated here in C, and by GCC in C\+\+ where the type
    n = 4;
    row r;
    long m[n][n];
    int i = 0;
    p[0] += sizeof r + sizeof(m[i++]) + i;  // error: C evaluates this array
  }
}
static long plain(int n) {
  typedef int matrix[2][n];  // error: is calculated here in C
  typedef int (*rows)[n];  // error: is calculated here in C
  typedef int constant[2][3];
  n++;
  matrix m;
  int v[n][n], i = 0;
  __typeof__(v[i++]) other;  // error: C evaluates this array
  long (*q)[n] = 0;  // error: C\+\+ has no pointers to arrays of a length
  other[0] = 1;
  rows none = 0;  // error: C\+\+ has no pointers to arrays of a length
  i += (none == 0) + (q == 0);
  return sizeof m + sizeof v[next()] + sizeof(constant) + sizeof v[i]  // error: C evaluates
         + (long)sizeof(v[({ i; })]);  // error: C evaluates
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) f(a, t);
  printf("%ld %ld\n", a[0], plain(3));
}
