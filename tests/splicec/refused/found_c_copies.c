// SPDX-License-Identifier: Apache-2.0

// clang-format off
/* Arrays in values of class type, which are copies in C and objects in C++. */
#include <stdio.h>
#include <sys/param.h>
struct row { int x[3]; int n; };
static struct row a = {{1, 2, 3}, 3}, b = {{4, 5, 6}, 3};
static double data[8];
static int g(const int* v, struct row* w) { w->x[1] = 50; return v[1]; }
static struct row made(void) { return a; }
static int size_of(struct row r) { return r.n; }
#pragma splice func Writes(range(p, p + 8))
static void add(double* p, int c) {
#pragma splice step Everything
  {
    p[c] += g((c ? a : b).x, &a);  // error: a copy in C, and in C\+\+ the object itself
    p[c] += g(((c ? a : b)).x + 0, &a);  // error: a copy in C
    p[c] += g(&(c ? a : b).x[0], &a);  // error: a copy in C
    p[c] += g((a = b, a).x, &a);  // error: a copy in C
    p[c] += g((c, a).x, &a);  // error: a copy in C
    p[c] += g((a = b).x, &a);  // error: a copy in C
    p[c] += g(({ a; }).x, &a);  // error: a copy in C
    p[c] += MAX(g((c ? a : b).x, &a), 1);  // error: a copy in C
    (c ? a : b).x[1] = 5;  // error: a copy in C
    (c ? a : b).x[1] += 5;  // error: a copy in C
    (c ? a : b).x[1]++;  // error: a copy in C
    p[c] += g(made().x, &a) + (c ? a : b).n + (c ? a : b).x[1] + size_of(c ? a : b);
    p[c] += g((c ? &a : &b)->x, &a) + sizeof((c ? a : b).x);
  }
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { add(data, t); }
  for (int i = 0; i < 8; ++i) { printf("%g\n", data[i]); }
}
