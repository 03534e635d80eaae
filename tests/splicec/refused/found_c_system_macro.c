// SPDX-License-Identifier: Apache-2.0

// clang-format off
/* Arguments of macros of the system, and what these macros calculate with them. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <sys/param.h>
enum level { low, mid, high };
static double data[8];
static enum level now = low;
#define NEAR(k) ((k) - 1)
#pragma splice func Writes(range(p, p + 8))
static void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    assert(now - 1 > now);  // error: compares other types // error: unsigned int in C and int in C
    p[i] = p[i] * 0.5 + v;
    p[i] += MAX(now - 1, 0) * 1e-9;  // error: unsigned int in C and int in C
    p[i] += MAX(NEAR(now), 0);  // error: unsigned int in C and int in C
    p[i] += MAX(now, -1);  // error: unsigned int in C and int in C
    p[i] += MIN(MAX(sizeof 'a', 2), 9);  // error: this is 4 in C and 1 in C
    p[i] += MAX(sqrt((float)v), 1);  // error: 'sqrt' is another function
    assert(sizeof "a" == 2 && sizeof(v > 1) == 4);  // error: this is 4 in C and 1 in C
  }
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { add(data, t); }
  for (int i = 0; i < 8; ++i) { printf("%g\n", data[i]); }
}
