// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
struct row { int a[3]; struct { int b[2]; } in; };
struct point { int x, y; };
typedef int (*function)(void);
static int one(void) { return 1; }
static long first(const int* p) { return *p; }
static int* global = (struct row){{4, 5, 6}}.a;  // error: an array in an object without a name
#define ROW(x) ((struct row){{x, x + 1, x + 2}})
static double m[64];
#pragma splice func Writes(range(p, p + 1))
static void f(double* p) {
#pragma splice step Writes(range(p, p + 1))
  {
    int* a = (struct row){{4, 5, 6}}.a;  // error: an array in an object without a name
    int* b = ((struct row){{4, 5, 6}}.in.b);  // error: an array in an object without a name
    int* c = p ? ROW(1).a : global;  // error: an array in an object without a name
    function* d = (function[2]){one, one};  // error: an array without a name ends earlier
    p[0] += a[1] + b[1] + c[1] + d[0]();
    p[0] += first((struct row){{7}}.a);  // error: an array in an object without a name
    p[0] += (struct point){5, 6}.x + (struct row){{4, 5, 6}}.a[1] + *(struct row){{7}}.a;
    p[0] += sizeof((struct row){{4}}.a);
    struct point v = (struct point){1, 2};
    p[0] += v.y;
  }
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) { f(m + t); }
  struct point* q = &(struct point){5, 6};  // error: an object without a name ends earlier
  printf("%g %d\n", m[1], q->y);
}
